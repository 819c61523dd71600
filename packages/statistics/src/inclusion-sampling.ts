import { assertCount } from './interval.ts';
import { createRandom, shuffle } from './random.ts';

/** Who was drawn, and how likely each was to be. */
export interface InclusionPlan {
  /** How likely each item is to be drawn, in (0, 1] where its weight is above 0. */
  readonly probabilities: readonly number[];
  /** Indices drawn, ascending. */
  readonly selected: readonly number[];
}

/** How samples are drawn: weights, size, seed, design. */
export interface InclusionOptions {
  /** Relative chances, one an item, 0 or more; `Infinity` means "always" (probability 1). */
  readonly weights: readonly number[];
  /** How many items to draw (on average, for `poisson`). */
  readonly size: number;
  readonly seed: string;
  /** `fixed`: exactly `size` items (systematic on a random order); `poisson`: each item on its own. Default `fixed`. */
  readonly design?: 'fixed' | 'poisson';
}

/**
 * Inclusion probabilities in proportion to weights, cut at 1 and scaled so that they add up to `size`. Items of
 * weight `Infinity` get 1 and count towards `size`. Throws RangeError when `size` is larger than the number of items of
 * weight above 0, or leaves nothing for the other items beside those always drawn.
 */
export function scaleInclusion(weights: readonly number[], size: number): number[] {
  assertCount('scaleInclusion', 'size', size);
  for (const [i, weight] of weights.entries()) {
    if (!(weight >= 0)) throw new RangeError(`scaleInclusion: weight ${i} must be 0 or more, got ${weight}`);
  }
  const positive = weights.filter((weight) => weight > 0).length;
  if (size > positive) throw new RangeError(`scaleInclusion: cannot draw ${size} of ${positive} items`);
  const always = weights.map((weight) => weight === Number.POSITIVE_INFINITY);
  const nAlways = always.filter(Boolean).length;
  if (size < nAlways || (size === nAlways && positive > nAlways)) {
    throw new RangeError(
      `scaleInclusion: ${nAlways} items are always drawn, so a size of ${size} leaves the others no chance; ` +
        `expected at least ${nAlways + 1}`,
    );
  }
  return fillUp(weights, always, size);
}

/** Repeats scaling until no probability is above 1; each round fixes at least one item at 1. */
function fillUp(weights: readonly number[], always: readonly boolean[], size: number): number[] {
  const certain = [...always];
  for (;;) {
    const open = weights.filter((_, i) => certain[i] !== true);
    const left = size - (weights.length - open.length);
    const total = open.reduce((sum, weight) => sum + weight, 0);
    const scale = total === 0 ? 0 : left / total;
    let changed = false;
    for (const [i, weight] of weights.entries()) {
      if (certain[i] !== true && weight > 0 && weight * scale >= 1) {
        certain[i] = true;
        changed = true;
      }
    }
    if (!changed) return weights.map((weight, i) => (certain[i] === true ? 1 : weight * scale));
  }
}

/** Draws a sample whose inclusion probabilities are known, for an audit that can correct a mean without bias. */
export function sampleWithInclusion(options: InclusionOptions): InclusionPlan {
  const probabilities = scaleInclusion(options.weights, options.size);
  const random = createRandom(options.seed);
  const indices = probabilities.map((_, i) => i);
  if (options.design === 'poisson') {
    const selected = indices.filter((i) => random.next() < (probabilities[i] as number));
    return { probabilities, selected };
  }
  const selected = indices.filter((i) => probabilities[i] === 1);
  const open = shuffle(
    indices.filter((i) => (probabilities[i] as number) < 1 && (probabilities[i] as number) > 0),
    random,
  );
  const wanted = options.size - selected.length;
  const start = random.next();
  let reached = 0;
  let taken = 0;
  for (const [place, i] of open.entries()) {
    reached = place === open.length - 1 ? wanted : reached + (probabilities[i] as number);
    if (taken < wanted && start + taken < reached) {
      selected.push(i);
      taken += 1;
    }
  }
  return { probabilities, selected: selected.sort((a, b) => a - b) };
}
