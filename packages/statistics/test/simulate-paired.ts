import { createRandom } from '../src/index.ts';

export interface PairedSimulation {
  readonly seed: string;
  readonly rounds: number;
  /** Pairs a round. */
  readonly n: number;
  /** Draws one pair's difference. */
  readonly draw: (random: () => number) => number;
  /** p value of one round's differences. */
  readonly test: (differences: readonly number[], round: number) => number;
}

/** Share of simulated rounds in which a test rejects at 5 %. */
export function simulateRejections(simulation: PairedSimulation): number {
  const random = createRandom(simulation.seed);
  let rejected = 0;
  for (let round = 0; round < simulation.rounds; round += 1) {
    const differences = Array.from({ length: simulation.n }, () => simulation.draw(random.next));
    rejected += Number(simulation.test(differences, round) <= 0.05);
  }
  return rejected / simulation.rounds;
}

/** A difference of two 0/1 scores that are discordant in `discordant` of pairs, `better` of those in favour. */
export function drawBinaryDifference(discordant: number, better: number): (random: () => number) => number {
  return (random) => (random() < discordant ? (random() < better ? 1 : -1) : 0);
}

/** A difference of two noisy scores: nearly normal, standard deviation `sd` around `shift`. */
export function drawScoreDifference(sd: number, shift: number): (random: () => number) => number {
  return (random) => shift + (random() + random() + random() - random() - random() - random()) * Math.SQRT2 * sd;
}
