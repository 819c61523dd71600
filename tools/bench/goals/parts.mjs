import path from 'node:path';
import { alternate, compareSides, compareValue, median, runProgram, runTask, withoutPeer } from '../measure.mjs';
import { findPython, scoredWorkspaceOf, workspaceOf } from '../workspace.mjs';

const peerFile = (name) => path.resolve(import.meta.dirname, '../peers', name);
const runFile = async (samples) => path.join(await workspaceOf(samples), 'runs/r.jsonl');
const scoresFile = async (samples) => path.join(await scoredWorkspaceOf(samples), 'reports/r/_scores.json');

/** A goal that runs a task once with our way and once with each peer's, and compares them line by line. */
function taskGoal({ id, title, script, args, sides, nodeArgs = [], lines, absent = [] }) {
  return {
    id,
    title,
    async run({ rounds }) {
      const given = await args();
      const runs = Object.entries(sides).map(([name, side]) => [name, () => runTask(script, [side, given], nodeArgs)]);
      const measured = await alternate(Object.fromEntries(runs), rounds);
      return [
        ...lines.map((line) => compareSides(measured, line)),
        ...absent.map(({ label, peer, limit }) => withoutPeer(label, peer, limit)),
      ];
    },
  };
}

/** P6 to P12: the parts the chain is made of, each against a plain way of doing the same. */
export const PART_GOALS = [
  taskGoal({
    id: 'P6',
    title: 'aggregation, 100,000 × 18, mean, count, p50 and p95 over everything, 3 and 14 groups',
    script: 'aggregate.mjs',
    args: () => 100_000,
    sides: { ours: 'ours', 'typed-array loop': 'loop', 'arquero rollup': 'arquero' },
    lines: [
      { label: 'aggregate', peer: 'typed-array loop', unit: 'cpu', limit: 1.5 },
      { label: 'aggregate', peer: 'arquero rollup', unit: 'cpu', limit: 0.15 },
    ],
    absent: [
      { label: 'aggregate', peer: 'pandas', limit: 0.6 },
      { label: 'aggregate', peer: 'DuckDB', limit: 1 },
    ],
  }),
  taskGoal({
    id: 'P7',
    title: 'reading and parsing a run file of 100,000 samples',
    script: 'read-lines.mjs',
    args: () => runFile(100_000),
    sides: { ours: 'ours', readline: 'readline' },
    lines: [{ label: 'read and parse', peer: 'readline', unit: 'cpu', limit: 0.5 }],
  }),
  taskGoal({
    id: 'P8',
    title: 'checking every field of 100,000 records',
    script: 'read-lines.mjs',
    args: () => runFile(100_000),
    sides: { ours: 'checked', unchecked: 'ours' },
    lines: [{ label: 'read with checks', peer: 'unchecked', unit: 'wall', limit: 1.3 }],
  }),
  taskGoal({
    id: 'P9',
    title: 'writing _scores.json of 100,000 samples',
    script: 'write-scores.mjs',
    args: () => scoresFile(100_000),
    sides: { ours: 'ours', 'JSON.stringify': 'stringify' },
    nodeArgs: ['--expose-gc'],
    lines: [
      { label: 'write', peer: 'JSON.stringify', unit: 'cpu', limit: 0.9 },
      { label: 'memory added', peer: 'JSON.stringify', unit: 'peak', limit: 0.35 },
    ],
  }),
  taskGoal({
    id: 'P10',
    title: 'writing per_sample.csv of 100,000 samples',
    script: 'write-csv.mjs',
    args: () => scoresFile(100_000),
    sides: { ours: 'ours', 'csv-stringify': 'peer' },
    lines: [{ label: 'write', peer: 'csv-stringify', unit: 'cpu', limit: 0.3 }],
  }),
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
