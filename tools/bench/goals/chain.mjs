import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { alternate, compareSides, compareValue, median, runNode, runProgram, withoutPeer } from '../measure.mjs';
import { CLI, clearReports, findPython, scoredWorkspaceOf, workspaceOf } from '../workspace.mjs';

const PEER = path.resolve(import.meta.dirname, '../peers/dict_loop.py');
const PYTHON = 'dict-loop Python';
const EMPTY = 'empty node script';

const emptyNode = () => runProgram(process.execPath, ['-e', '0']);

/** `score` and `report` of a run that has no report yet: wall of both, the larger peak. */
async function scoreAndReport(folder) {
  clearReports(folder);
  const score = await runNode([CLI, 'score', 'r', '--quiet'], { cwd: folder });
  const report = await runNode([CLI, 'report', 'r', '--quiet'], { cwd: folder });
  return {
    wall: score.wall + report.wall,
    cpu: score.cpu + report.cpu,
    peak: Math.max(score.peak, report.peak),
  };
}

async function pythonPeer(python, folder) {
  clearReports(folder);
  const args = [PEER, path.join(folder, 'runs/r.jsonl'), path.join(folder, 'peer')];
  const { wall, out } = await runProgram(python, args);
  return { wall, ...JSON.parse(out) };
}

async function againstPython(samples, rounds, limits) {
  const folder = await workspaceOf(samples);
  const python = await findPython();
  if (python === null) return limits.map(({ label, limit }) => withoutPeer(label, PYTHON, limit));
  const sides = { ours: () => scoreAndReport(folder), [PYTHON]: () => pythonPeer(python, folder) };
  const measured = await alternate(sides, rounds);
  return limits.map((entry) => compareSides(measured, { ...entry, peer: PYTHON }));
}

/** Types a human score into the sheet, as a reviewer would. */
function typeScore(folder, round) {
  const file = path.join(folder, 'reports/r/per_sample.csv');
  const rows = parse(readFileSync(file), { columns: true, bom: true });
  const scorable = rows.filter((row) => row['hit@5'] !== '' && row.final_status === 'success');
  scorable[round].faithfulness_manual = '0.4';
  writeFileSync(file, stringify(rows, { header: true }));
}

/** P1 to P5 and P13: the command line from a recorded run to its report. */
export const CHAIN_GOALS = [
  {
    id: 'P1',
    title: '--help and gate start as fast as node',
    async run({ rounds }) {
      const small = await scoredWorkspaceOf(500);
      const large = await scoredWorkspaceOf(100_000);
      const gate = (folder) => runProgram(process.execPath, [CLI, 'gate', 'r', '--min', 'hit@5=0.1'], { cwd: folder });
      const measured = await alternate(
        {
          help: () => runProgram(process.execPath, [CLI, '--help']),
          [EMPTY]: emptyNode,
          gate: () => gate(small),
          large: () => gate(large),
        },
        Math.max(rounds, 11),
      );
      return [
        compareSides(measured, { label: '--help', ours: 'help', peer: EMPTY, unit: 'wall', limit: 1.3 }),
        compareSides(measured, { label: 'gate, 500 samples', ours: 'gate', peer: EMPTY, unit: 'wall', limit: 1.3 }),
        compareSides(measured, {
          label: 'gate, 100,000 samples',
          ours: 'large',
          peer: EMPTY,
          unit: 'wall',
          limit: 1.3,
        }),
      ];
    },
  },
  {
    id: 'P2',
    title: '500 samples, score and report',
    async run({ rounds }) {
      const folder = await workspaceOf(500);
      const python = await findPython();
      const measured = await alternate(
        {
          ours: () => scoreAndReport(folder),
          report: () => runProgram(process.execPath, [CLI, 'report', 'r', '--quiet'], { cwd: folder }),
          [EMPTY]: emptyNode,
          ...(python === null
            ? {}
            : { [PYTHON]: () => pythonPeer(python, folder).finally(() => scoreAndReport(folder)) }),
        },
        rounds,
      );
      const label = 'score → report';
      return [
        compareSides(measured, { label, peer: EMPTY, unit: 'wall', limit: 2 }),
        compareSides(measured, { label: 'report alone', ours: 'report', peer: EMPTY, unit: 'wall', limit: 5 }),
        python === null
          ? withoutPeer(label, PYTHON, 2.5)
          : compareSides(measured, { label, peer: PYTHON, unit: 'wall', limit: 2.5 }),
      ];
    },
  },
  {
    id: 'P3',
    title: '10,000 samples, score and report',
    run: ({ rounds }) => againstPython(10_000, rounds, [{ label: 'score → report', unit: 'wall', limit: 0.6 }]),
  },
  {
    id: 'P4',
    title: '100,000 samples, score and report',
    run: ({ rounds }) =>
      againstPython(100_000, Math.min(rounds, 3), [
        { label: 'score → report', unit: 'wall', limit: 0.2 },
        { label: 'score → report', unit: 'peak', limit: 0.25 },
      ]),
  },
  {
    id: 'P5',
    title: '1,000,000 samples under the default heap',
    async run() {
      const small = await scoreAndReport(await workspaceOf(100_000));
      const large = await scoreAndReport(await workspaceOf(1_000_000));
      const ratio = large.wall / small.wall;
      return [
        compareValue('peak memory', 'MB', large.peak, '≤ 600 MB', large.peak <= 600),
        compareValue('wall against 100,000', '×', ratio, '≤ 10', ratio <= 10),
      ];
    },
  },
  {
    id: 'P13',
    title: 'report again after an override',
    async run({ rounds }) {
      const folder = await workspaceOf(10_000);
      const first = [];
      const again = [];
      for (let round = 0; round < rounds; round += 1) {
        first.push((await scoreAndReport(folder)).wall);
        typeScore(folder, round);
        again.push((await runProgram(process.execPath, [CLI, 'report', 'r', '--quiet'], { cwd: folder })).wall);
      }
      const ratio = median(again) / median(first);
      return [
        {
          ...compareValue('report again / score → report', 'wall', median(again), '≤ 0.35', ratio <= 0.35),
          ratio,
          theirs: median(first),
        },
      ];
    },
  },
];
