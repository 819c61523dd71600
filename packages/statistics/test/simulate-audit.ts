import { createRandom, estimateDifference, exactMean, sampleWithInclusion, shuffle } from '../src/index.ts';

export interface AuditSimulation {
  readonly seed: string;
  readonly rounds: number;
  /** Added to every automatic score before it is cut to [0,1]: a judge too mild (above 0) or too strict (below). */
  readonly bias: number;
  /** Half the width of the judge's uniform noise. */
  readonly noise: number;
  /** Samples a round and how many of them are reviewed. */
  readonly n: number;
  readonly reviewed: number;
  readonly design: 'fixed' | 'poisson';
  readonly tuned?: boolean;
  /** Weight of a sample in the draw, by its automatic score. */
  readonly weigh: (automatic: number) => number;
}

export interface AuditOutcome {
  /** Mean error of the plain mean of automatic scores. */
  readonly untouched: number;
  /** Mean error after replacing the lowest scores by human ones. */
  readonly overrideLowest: number;
  /** Mean error of the corrected mean, and its standard error over the rounds. */
  readonly audited: number;
  readonly auditedSe: number;
  /** Root mean square error of the corrected mean. */
  readonly rmse: number;
  /** Share of rounds whose interval (over the fixed set) holds the true mean. */
  readonly coverage: number;
  /** Rounds without an estimate, because independent draws gave too few rows. */
  readonly refused: number;
}

/** Skewed true scores as judges see them: a fifth are perfect, a few are 0, the rest lean to the top. */
function drawTruth(random: () => number): number {
  const kind = random();
  return kind < 0.2 ? 1 : kind < 0.25 ? 0 : Math.sqrt(random());
}

/** Compares reviewing the lowest scores with a random audit over many simulated runs. */
export function simulateAudit(simulation: AuditSimulation): AuditOutcome {
  const { n, reviewed, bias, noise, rounds } = simulation;
  const random = createRandom(simulation.seed);
  const errors = { untouched: [] as number[], lowest: [] as number[], audited: [] as number[] };
  let covered = 0;
  for (let round = 0; round < rounds; round += 1) {
    const truth = Array.from({ length: n }, () => drawTruth(random.next));
    const automatic = truth.map((value) => Math.min(1, Math.max(0, value + bias + (2 * random.next() - 1) * noise)));
    const goal = exactMean(truth) as number;
    errors.untouched.push((exactMean(automatic) as number) - goal);
    errors.lowest.push((exactMean(overrideLowest(automatic, truth, reviewed)) as number) - goal);
    const { probabilities, selected } = sampleWithInclusion({
      weights: automatic.map(simulation.weigh),
      size: reviewed,
      seed: `${simulation.seed} ${round}`,
      design: simulation.design,
    });
    const audit = selected.map((i) => ({
      automatic: automatic[i] as number,
      human: truth[i] as number,
      pi: probabilities[i] as number,
    }));
    const result = estimateDifference({
      automatic,
      audit,
      design: simulation.design,
      tuned: simulation.tuned === true,
    });
    if (result.estimate === null) continue;
    errors.audited.push(result.estimate - goal);
    covered += Number(result.interval[0] <= goal && goal <= result.interval[1]);
  }
  const audited = exactMean(errors.audited) as number;
  const rmse = Math.sqrt(exactMean(errors.audited.map((error) => error ** 2)) as number);
  return {
    untouched: exactMean(errors.untouched) as number,
    overrideLowest: exactMean(errors.lowest) as number,
    audited,
    auditedSe: rmse / Math.sqrt(errors.audited.length),
    rmse,
    coverage: covered / errors.audited.length,
    refused: rounds - errors.audited.length,
  };
}

function overrideLowest(automatic: readonly number[], truth: readonly number[], reviewed: number): number[] {
  const order = shuffle([...automatic.keys()], createRandom('ties')).sort(
    (a, b) => (automatic[a] as number) - (automatic[b] as number),
  );
  const corrected = new Set(order.slice(0, reviewed));
  return automatic.map((value, i) => (corrected.has(i) ? (truth[i] as number) : value));
}
