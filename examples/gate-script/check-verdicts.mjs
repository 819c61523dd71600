import { spawnSync } from 'node:child_process';

// 0 passed, 1 failed, 3 too little was measured: never a pass on nothing.
const expected = [
  [0, 'hit@5>=0.6'],
  [1, 'hit@5>=0.9'],
  [3, 'faithfulness>=0.7'],
];
for (const [status, rule] of expected) {
  const child = spawnSync(process.execPath, ['gate.mjs', '_scores.json', rule], { encoding: 'utf8' });
  if (child.status !== status)
    throw new Error(`${rule}: exit ${child.status}, expected ${status}\n${child.stdout}${child.stderr}`);
  console.log(`${rule}: exit ${status}`);
}
