import { meanInterval } from '@reportcard/statistics';

// Share of 95 % intervals that hold the true probability, computed exactly over all outcomes, for n = 10 to 100.
const coverages = [];
for (const p of [0.92, 0.98]) {
  for (let n = 10; n <= 100; n += 10) {
    let covered = 0;
    let probability = (1 - p) ** n;
    for (let ones = 0; ones <= n; ones += 1) {
      const { interval } = meanInterval({ mean: ones / n, n, sd: null, kind: 'binary' });
      if (interval !== null && interval[0] <= p && p <= interval[1]) covered += probability;
      probability *= ((n - ones) / (ones + 1)) * (p / (1 - p));
    }
    coverages.push(covered);
  }
}
const mean = coverages.reduce((sum, value) => sum + value, 0) / coverages.length;
console.log(JSON.stringify({ mean, minimum: Math.min(...coverages) }));
