export { type CompareOptions, compareScores } from './compare-scores.ts';
export { ALPHA, compareValues } from './compare-values.ts';
export { MIN_PAIRED_SHARE } from './find-obstacles.ts';
export { pairSamples, type SamplePair } from './pair-samples.ts';
export { compareQuantiles, type QuantileDifference } from './quantile-difference.ts';
