import path from 'node:path';
import { alternate, compareSides, compareValue, median, runProgram, runTask, withoutPeer } from '../measure.mjs';
import { findPython, scoredWorkspaceOf, workspaceOf } from '../workspace.mjs';

const peerFile = (name) => path.resolve(import.meta.dirname, '../peers', name);
const runFile = async (samples) => path.join(await workspaceOf(samples), 'runs/r.jsonl');
const scoresFile = async (samples) => path.join(await scoredWorkspaceOf(samples), 'reports/r/_scores.json');

/** P6 to P12: the parts the chain is made of, each against a plain way of doing the same. */
export const PART_GOALS = [
  {
    id: 'P6',
    title: 'aggregation, 100,000 × 18, mean, count, p50 and p95 over everything, 3 and 14 groups',
    async run({ rounds }) {
      const side = (name) => () => runTask('aggregate.mjs', [name, 100_000]);
      const measured = await alternate(
        { ours: side('ours'), 'typed-array loop': side('loop'), 'arquero rollup': side('arquero') },
        rounds,
      );
      return [
        compareSides(measured, { label: 'aggregate', peer: 'typed-array loop', unit: 'cpu', limit: 1.5 }),
        compareSides(measured, { label: 'aggregate', peer: 'arquero rollup', unit: 'cpu', limit: 0.15 }),
        withoutPeer('aggregate', 'pandas', 0.6),
        withoutPeer('aggregate', 'DuckDB', 1),
      ];
    },
  },
  {
    id: 'P7',
    title: 'reading and parsing a run file of 100,000 samples',
    async run({ rounds }) {
      const file = await runFile(100_000);
      const side = (name) => () => runTask('read-lines.mjs', [name, file]);
      const measured = await alternate({ ours: side('ours'), readline: side('readline') }, rounds);
      return [compareSides(measured, { label: 'read and parse', peer: 'readline', unit: 'cpu', limit: 0.5 })];
    },
  },
  {
    id: 'P8',
    title: 'checking every field of 100,000 records',
    async run({ rounds }) {
      const file = await runFile(100_000);
      const side = (name) => () => runTask('read-lines.mjs', [name, file]);
      const measured = await alternate({ ours: side('checked'), unchecked: side('ours') }, rounds);
      return [compareSides(measured, { label: 'read with checks', peer: 'unchecked', unit: 'wall', limit: 1.3 })];
    },
  },
  {
    id: 'P9',
    title: 'writing _scores.json of 100,000 samples',
    async run({ rounds }) {
      const file = await scoresFile(100_000);
      const side = (name) => () => runTask('write-scores.mjs', [name, file], ['--expose-gc']);
      const measured = await alternate({ ours: side('ours'), 'JSON.stringify': side('stringify') }, rounds);
      const peer = 'JSON.stringify';
      return [
        compareSides(measured, { label: 'write', peer, unit: 'cpu', limit: 0.9 }),
        compareSides(measured, { label: 'memory added', peer, unit: 'peak', limit: 0.35 }),
      ];
    },
  },
  {
    id: 'P10',
    title: 'writing per_sample.csv of 100,000 samples',
    async run({ rounds }) {
      const file = await scoresFile(100_000);
      const side = (name) => () => runTask('write-csv.mjs', [name, file]);
      const measured = await alternate({ ours: side('ours'), 'csv-stringify': side('peer') }, rounds);
      return [compareSides(measured, { label: 'write', peer: 'csv-stringify', unit: 'cpu', limit: 0.3 })];
    },
  },
  {
    id: 'P11',
    title: 'retrieval metrics of 1,000,000 queries × 10',
    async run({ rounds }) {
      const python = await findPython();
      const peer = 'Python sets';
      const rest = [withoutPeer('hit, recall, rr', 'trec_eval', 1)];
      if (python === null) return [...rest, withoutPeer('hit, recall, rr', peer, 0.15)];
      const sets = async () => JSON.parse((await runProgram(python, [peerFile('retrieval_sets.py'), '1000000'])).out);
      const measured = await alternate({ ours: () => runTask('retrieval.mjs', [1_000_000]), [peer]: sets }, rounds);
      return [compareSides(measured, { label: 'hit, recall, rr', peer, unit: 'cpu', limit: 0.15 }), ...rest];
    },
  },
  {
    id: 'P12',
    title: 'intervals of 18 × 124 slices, n = 10,000',
    async run({ rounds }) {
      const side = (name) => () => runTask('intervals.mjs', [name]);
      const peer = 'resampling, B = 1000';
      const measured = await alternate({ ours: side('ours'), [peer]: side('resample') }, Math.min(rounds, 3));
      const { mean, minimum } = await runTask('coverage.mjs');
      return [
        compareSides(measured, { label: 'intervals', peer, unit: 'cpu', limit: 0.01 }),
        compareValue('mean coverage', '%', 100 * mean, '93–99 %', mean >= 0.93 && mean <= 0.99),
        compareValue('least coverage', '%', 100 * minimum, '≥ 89 %', minimum >= 0.89),
      ];
    },
  },
];

/** P14 and P15: what recording and judging add to a bare client. */
export const REQUEST_GOALS = [
  {
    id: 'P14',
    title: 'recording 10,000 cases from an instant service, 64 at a time',
    async run({ rounds }) {
      const side = (name) => () => runTask('record.mjs', [name, 10_000]);
      const measured = await alternate({ ours: side('ours'), 'bare fetch loop': side('bare') }, rounds);
      const perCase =
        (median(measured.ours.map(({ cpu }) => cpu)) - median(measured['bare fetch loop'].map(({ cpu }) => cpu))) /
        10_000;
      // a small heap, so that what is kept shows and not what waits to be collected
      const peakOf = async (cases) => (await runTask('record.mjs', ['ours', cases], ['--max-old-space-size=64'])).peak;
      const growth = (await peakOf(10_000)) - (await peakOf(2_000));
      return [
        compareSides(measured, {
          label: 'request rate',
          peer: 'bare fetch loop',
          unit: 'rate',
          limit: 0.85,
          atLeast: true,
        }),
        compareValue('cpu a case beyond the bare loop', 'ms', perCase, '≤ 1 ms', perCase <= 1),
        compareValue('memory beyond that of 2,000 cases', 'MB', growth, '≤ 40 MB', growth <= 40),
      ];
    },
  },
  {
    id: 'P15',
    title: 'judging 1,000 samples with an instant judge, 16 at a time',
    async run({ rounds }) {
      const side = (name) => () => runTask('judge.mjs', [name, 1_000]);
      const measured = await alternate({ ours: side('ours'), 'bare client': side('bare') }, Math.min(rounds, 3));
      return [
        compareSides(measured, {
          label: 'request rate',
          peer: 'bare client',
          unit: 'rate',
          limit: 0.85,
          atLeast: true,
        }),
      ];
    },
  },
];
