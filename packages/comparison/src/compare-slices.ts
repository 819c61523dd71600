import type {
  MetricDifference,
  MetricInfo,
  SampleScores,
  ScoresMeta,
  SliceDifference,
} from '@reportcard/report-schema';
import { adjustHolm } from '@reportcard/statistics';
import { verdictOf } from './compare-values.ts';
import type { SamplePair } from './pair-samples.ts';

/** Pairs that belong to one slice. */
export interface PairSlice {
  /** `l1`, `l2`, `label:<name>` or `query_mode`. */
  readonly dimension: string;
  readonly key: string;
  readonly pairs: readonly SamplePair[];
}

/** A label with more values than this names single samples, not slices. */
const MAX_LABEL_KEYS = 500;

/** All slices of some pairs by intent and label, as run B labels them; keys in first-seen order, missing ones `''`. */
export function slicePairs(pairs: readonly SamplePair[], l2Key: ScoresMeta['l2_key']): PairSlice[] {
  const labels = new Set(pairs.flatMap(({ b }) => Object.keys(b.labels)));
  labels.delete('difficulty');
  const hasDifficulty = pairs.some(({ b }) => textOf(b.difficulty) !== '');
  const dimensions: [string, (sample: SampleScores) => string][] = [
    ['l1', (sample) => textOf(sample.intent_l1)],
    ['l2', (sample) => secondLevelKey(sample, l2Key)],
    ...(hasDifficulty
      ? [
          ['label:difficulty', (sample: SampleScores) => textOf(sample.difficulty)] as [
            string,
            (sample: SampleScores) => string,
          ],
        ]
      : []),
    ...[...labels].map((name): [string, (sample: SampleScores) => string] => [
      `label:${name}`,
      (sample) => (Object.hasOwn(sample.labels, name) ? textOf(sample.labels[name]) : ''),
    ]),
  ];
  return dimensions.flatMap(([dimension, read]) => groupPairs(dimension, pairs, read));
}

function groupPairs(
  dimension: string,
  pairs: readonly SamplePair[],
  read: (sample: SampleScores) => string,
): PairSlice[] {
  const groups = new Map<string, SamplePair[]>();
  for (const pair of pairs) {
    const key = read(pair.b);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [pair]);
    else group.push(pair);
  }
  if (groups.size > MAX_LABEL_KEYS || (groups.size === 1 && groups.has(''))) return [];
  return [...groups].map(([key, members]) => ({ dimension, key, pairs: members }));
}

function textOf(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

function secondLevelKey(sample: SampleScores, rule: ScoresMeta['l2_key']): string {
  const l2 = textOf(sample.intent_l2);
  return rule === 'l2' || l2 === '' ? l2 : `${textOf(sample.intent_l1)}/${l2}`;
}

/**
 * Corrects the p values of one metric over all its slices by Holm's method and takes the verdicts from the corrected ones,
 * so that the chance of any false alarm among the slices of a metric stays at most 5 %.
 */
export function correctForSlices(slices: readonly SliceDifference[], info: MetricInfo): SliceDifference[] {
  const adjusted = adjustHolm(slices.map(({ difference }) => difference.p_value));
  return slices.map(({ dimension, key, difference }, i) => ({
    dimension,
    key,
    difference: withAdjusted(difference, adjusted[i] ?? null, info),
  }));
}

function withAdjusted(difference: MetricDifference, p: number | null, info: MetricInfo): MetricDifference {
  if (p === null || difference.difference === null) return difference;
  return { ...difference, p_adjusted: p, verdict: verdictOf(difference.difference, p, info) };
}
