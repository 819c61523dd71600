import { ScoreTable } from '@reportcard/report-schema';
import { aggregateTable } from '@reportcard/slices';
import * as aq from 'arquero';
import { createRandom } from '../random.mjs';
import { section } from './section.mjs';

// Mean, count, p50 and p95 of 18 columns over everything, 3 first-level and 14 second-level groups.
const [side, samples] = [process.argv[2], Number(process.argv[3])];
const METRICS = Array.from({ length: 18 }, (_, index) => `m${index}`);
const LATENCIES = new Set(['m16', 'm17']);
const random = createRandom(11);
const l2 = Uint8Array.from({ length: samples }, () => Math.floor(random() * 14));
const l1Of = (key) => key % 3;
const columns = METRICS.map((name, index) =>
  Float64Array.from({ length: samples }, () => {
    if (random() < 0.08) return Number.NaN;
    if (LATENCIES.has(name)) return 100 + random() * 5000;
    return index < 9 ? Number(random() < 0.8) : Math.round(random() * 1e6) / 1e6;
  }),
);

/** Columns as metrics: a latency stands for two of them, its p50 and its p95. */
const MEASURES = METRICS.flatMap((name, index) =>
  LATENCIES.has(name)
    ? ['p50', 'p95'].map((aggregate) => ({ id: `${name}_${aggregate}`, index, aggregate, unit: 'ms' }))
    : [{ id: name, index, aggregate: 'mean', unit: 'ratio' }],
);

function prepareOurs() {
  const table = new ScoreTable();
  for (const { id } of MEASURES) table.addMetric(id);
  for (let row = 0; row < samples; row += 1) {
    table.addSample({
      sample_id: String(row),
      query_id: String(row),
      query_mode: 'default',
      unit_id: null,
      pass: 0,
      intent_l1: `L${l1Of(l2[row])}`,
      intent_l2: `S${l2[row]}`,
      difficulty: null,
      requires_rag: true,
      should_refuse: false,
      final_status: 'success',
      labels: {},
      inputs_sha256: '',
      case_sha256: '',
    });
    for (const { id, index } of MEASURES) {
      const value = columns[index][row];
      table.set(row, id, Number.isNaN(value) ? { value: null, status: 'undefined' } : { value, status: 'ok' });
    }
  }
  const metrics = Object.fromEntries(
    MEASURES.map(({ id, aggregate, unit }) => [
      id,
      { label: id, group: 'own', unit, higher_is_better: true, aggregate },
    ]),
  );
  return () => {
    aggregateTable(table, { metrics, quantile: 7, l2_key: 'l2' });
  };
}

function quantile(sorted, share) {
  const position = (sorted.length - 1) * share;
  const low = Math.floor(position);
  return sorted[low] + ((sorted[low + 1] ?? sorted[low]) - sorted[low]) * (position - low);
}

/** Sums and counts by a loop over typed arrays; quantiles by sorting what belongs to a group. */
function loopOver() {
  const result = [];
  for (const keys of [null, l2.map(l1Of), l2]) {
    const size = keys === null ? 1 : keys === l2 ? 14 : 3;
    for (const [index, column] of columns.entries()) {
      const sums = new Float64Array(size);
      const counts = new Uint32Array(size);
      for (let row = 0; row < samples; row += 1) {
        const value = column[row];
        if (Number.isNaN(value)) continue;
        const group = keys === null ? 0 : keys[row];
        sums[group] += value;
        counts[group] += 1;
      }
      const entry = { means: sums.map((sum, group) => sum / counts[group]), counts };
      if (LATENCIES.has(METRICS[index])) {
        const parts = Array.from({ length: size }, (_, group) => new Float64Array(counts[group]));
        const filled = new Uint32Array(size);
        for (let row = 0; row < samples; row += 1) {
          const value = column[row];
          if (Number.isNaN(value)) continue;
          const group = keys === null ? 0 : keys[row];
          parts[group][filled[group]++] = value;
        }
        entry.quantiles = parts.map((part) => part.sort()).map((part) => [quantile(part, 0.5), quantile(part, 0.95)]);
      }
      result.push(entry);
    }
  }
  return result;
}

function prepareArquero() {
  const data = Object.fromEntries(METRICS.map((name, index) => [name, columns[index]]));
  const table = aq.table({
    ...data,
    l1: Array.from(l2, (key) => `L${l1Of(key)}`),
    l2: Array.from(l2, (key) => `S${key}`),
  });
  const valid = (name) => `d => op.is_nan(d.${name}) ? null : d.${name}`;
  const clean = table.derive(Object.fromEntries(METRICS.map((name) => [name, valid(name)])));
  const verbs = Object.fromEntries(
    METRICS.flatMap((name) => [
      [`${name}_mean`, `d => op.mean(d.${name})`],
      [`${name}_n`, `d => op.valid(d.${name})`],
      ...(LATENCIES.has(name)
        ? [
            [`${name}_p50`, `d => op.quantile(d.${name}, 0.5)`],
            [`${name}_p95`, `d => op.quantile(d.${name}, 0.95)`],
          ]
        : []),
    ]),
  );
  return () => {
    clean.rollup(verbs).objects();
    clean.groupby('l1').rollup(verbs).objects();
    clean.groupby('l2').rollup(verbs).objects();
  };
}

const sides = { ours: prepareOurs, loop: () => loopOver, arquero: prepareArquero };
const work = sides[side]();
await section(() => void work());
