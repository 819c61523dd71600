import { meanInterval } from '@reportcard/statistics';
import { createRandom } from '../random.mjs';
import { section } from './section.mjs';

// Intervals of 18 metrics over 124 slices of 10,000 samples: `ours`, or `resample` for a percentile bootstrap a slice.
const side = process.argv[2];
const RESAMPLES = 1000;
const random = createRandom(3);
const slices = Array.from({ length: 124 }, (_, index) =>
  Float64Array.from({ length: index === 0 ? 10_000 : 80 }, () => Number(random() < 0.85)),
);

function resample(values) {
  const means = new Float64Array(RESAMPLES);
  for (let round = 0; round < RESAMPLES; round += 1) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1) sum += values[Math.floor(random() * values.length)];
    means[round] = sum / values.length;
  }
  means.sort();
  return [means[24], means[974]];
}

function summarise(values) {
  let sum = 0;
  for (const value of values) sum += value;
  return meanInterval({ mean: sum / values.length, n: values.length, sd: null, kind: 'binary' });
}

const work = { ours: summarise, resample }[side];
await section(() => {
  for (let metric = 0; metric < 18; metric += 1) for (const values of slices) work(values);
});
