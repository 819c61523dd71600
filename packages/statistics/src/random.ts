/** A seeded source of random numbers: the same seed gives the same sequence on every machine. Not for secrets. */
export interface Random {
  /** A whole number from 0 to 2^32 − 1. */
  nextUint32(): number;
  /** A number in [0, 1) with 53 random bits. */
  next(): number;
  /** A whole number from 0 to bound − 1, each equally likely; bound from 1 to 2^32. */
  below(bound: number): number;
  /** A draw from the Poisson distribution with mean 1. */
  poissonOne(): number;
}

/**
 * A generator seeded from a text (a run id, say): xoshiro128** (Blackman & Vigna 2018), its state filled from four
 * FNV-style hashes of the text.
 */
export function createRandom(seed: string): Random {
  return createRandomFromState(hashToState(seed));
}

/** The same generator from its four 32-bit words of state, which must not all be 0. */
export function createRandomFromState(state: readonly [number, number, number, number]): Random {
  let [s0, s1, s2, s3] = state;
  if ((s0 | s1 | s2 | s3) === 0) throw new RangeError('createRandomFromState: the state must not be all 0');
  const nextUint32 = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotateLeft(s3, 11);
    return result;
  };
  const next = (): number => ((nextUint32() >>> 5) * 2 ** 26 + (nextUint32() >>> 6)) / 2 ** 53;
  return {
    nextUint32,
    next,
    below: (bound) => drawBelow(nextUint32, bound),
    poissonOne: () => drawPoissonOne(nextUint32()),
  };
}

/** A new array with the elements in a seeded random order (Fisher–Yates); the input stays as it is. */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

function rotateLeft(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

const LANES: readonly (readonly [number, number])[] = [
  [0x811c9dc5, 0x01000193],
  [0x9e3779b9, 0x85ebca6b],
  [0xc2b2ae35, 0x27d4eb2f],
  [0x165667b1, 0x9e3779b1],
];

function hashToState(seed: string): [number, number, number, number] {
  const lane = (index: number): number => {
    const [start, multiplier] = LANES[index] as readonly [number, number];
    let hash = start;
    for (let i = 0; i < seed.length; i += 1) {
      hash = Math.imul(hash ^ seed.charCodeAt(i), multiplier);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return hash ^ (hash >>> 16);
  };
  return [lane(0) | 1, lane(1), lane(2), lane(3)];
}

/** Draws again in the incomplete last stretch, so that no number is favoured. */
function drawBelow(nextUint32: () => number, bound: number): number {
  if (!Number.isInteger(bound) || bound < 1 || bound > 2 ** 32) {
    throw new RangeError(`Random.below: bound must be a whole number from 1 to 2^32, got ${bound}`);
  }
  for (;;) {
    const draw = nextUint32();
    const rest = draw % bound;
    if (draw - rest <= 2 ** 32 - bound) return rest;
  }
}

/** P(K ≤ k) × 2^32 for K Poisson with mean 1. */
const POISSON_ONE: readonly number[] = poissonThresholds();

function poissonThresholds(): number[] {
  const thresholds: number[] = [];
  let probability = Math.exp(-1);
  let cumulative = 0;
  for (let k = 0; k < 14; k += 1) {
    if (k > 0) probability /= k;
    cumulative += probability;
    thresholds.push(cumulative * 2 ** 32);
  }
  return thresholds;
}

function drawPoissonOne(draw: number): number {
  let k = 0;
  while (k < POISSON_ONE.length && draw >= (POISSON_ONE[k] as number)) k += 1;
  return k;
}
