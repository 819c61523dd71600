import { getOwn, type Problem, type ScoresFile, type ScoresMeta } from '@reportcard/report-schema';

/** Share of the smaller run that must pair. */
export const MIN_PAIRED_SHARE = 0.8;

type Side = Pick<ScoresFile, 'meta' | 'metrics' | 'stats'>;

/** What two runs must have in common for their scores to mean the same; `forJudged`: only judged scores depend on it. */
interface Condition {
  readonly what: string;
  readonly forJudged: boolean;
  read(meta: ScoresMeta): string;
}

const CONDITIONS: readonly Condition[] = [
  { what: 'profile', forJudged: false, read: (meta) => meta.profile },
  {
    what: 'judge',
    forJudged: true,
    read: (meta) => (meta.judge === null ? 'none' : `${meta.judge.id} (${meta.judge.model})`),
  },
  { what: 'prompt set', forJudged: true, read: (meta) => meta.judge?.prompt_set ?? 'none' },
  {
    what: 'embedder',
    forJudged: true,
    read: (meta) => (meta.embedder === null ? 'none' : `${meta.embedder.id} (${meta.embedder.model})`),
  },
];

/**
 * Why two runs should not be compared: too few pairs, another profile, judge, prompt set or embedder. The last three count
 * only where both runs have judged scores, since otherwise none of these is compared. Empty when nothing stands against it.
 */
export function findObstacles(
  a: Side,
  b: Side,
  counts: { readonly a: number; readonly b: number; readonly paired: number },
): Problem[] {
  const smaller = Math.min(counts.a, counts.b);
  const obstacles: Problem[] = [];
  if (counts.paired < MIN_PAIRED_SHARE * smaller || smaller === 0) {
    obstacles.push({
      message: `only ${counts.paired} of the ${smaller} samples of the smaller run have the same case in the other`,
      expected: 'at least 80 % with equal question, reference and reference documents',
      got: smaller === 0 ? 'a run without samples' : `${Math.floor((counts.paired / smaller) * 1000) / 10} %`,
    });
  }
  const areBothJudged = hasJudged(a) && hasJudged(b);
  for (const { what, forJudged, read } of CONDITIONS) {
    const [left, right] = [read(a.meta), read(b.meta)];
    if (left !== right && (areBothJudged || !forJudged)) {
      obstacles.push({
        message: `the ${what} differs`,
        expected: `one ${what} for both runs`,
        got: `${left} and ${right}`,
      });
    }
  }
  return obstacles;
}

function hasJudged(side: Side): boolean {
  return Object.entries(side.metrics).some(
    ([metric, info]) => info.group === 'ragas' && (getOwn(side.stats.overall, metric)?.n_scored ?? 0) > 0,
  );
}

/** Counts that scoring leaves in the policies; they are facts of a run, not conventions. */
const COUNTS: ReadonlySet<string> = new Set(['dedupe_changed']);

/** Names of the conventions in which two runs differ though their profile is the same. */
export function differingPolicies(a: ScoresMeta, b: ScoresMeta): string[] {
  const names = new Set([...Object.keys(a.policies), ...Object.keys(b.policies)]);
  return [...names].filter((name) => {
    return !COUNTS.has(name) && JSON.stringify(getOwn(a.policies, name)) !== JSON.stringify(getOwn(b.policies, name));
  });
}
