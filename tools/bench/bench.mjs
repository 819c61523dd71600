import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, platform } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CHAIN_GOALS } from './goals/chain.mjs';
import { PART_GOALS, REQUEST_GOALS } from './goals/parts.mjs';

// Measures the goals P1 to P15 side by side with their peers. Usage: npm run bench -- [--only P4 | P2,P3] [--rounds 5]
const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '5' }, out: { type: 'string' } },
});
const number = (goal) => Number(goal.id.slice(1));
const all = [...CHAIN_GOALS, ...PART_GOALS, ...REQUEST_GOALS].sort((a, b) => number(a) - number(b));
const wanted = values.only?.split(',').map((id) => id.trim().toUpperCase());
const unknown = wanted?.filter((id) => !all.some((goal) => goal.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`unknown goal ${unknown.join(', ')}: expected ${all.map((goal) => goal.id).join(', ')}`);
  process.exit(2);
}

const DIGITS = (value) => (value === undefined ? '' : value.toPrecision(3).replace(/\.0+$/, ''));

function formatLine(id, row) {
  const range = row.min === undefined ? '' : `${DIGITS(row.min)}–${DIGITS(row.max)}`;
  const cells = [
    id,
    row.label,
    row.peer,
    DIGITS(row.ratio),
    row.limit,
    DIGITS(row.ours),
    DIGITS(row.theirs),
    row.unit ?? '',
  ];
  return `| ${[...cells, range, row.verdict].join(' | ')} |`;
}

const lines = [
  '| goal | what | peer | ratio | limit | ours (median) | peer (median) | unit | min–max | verdict |',
  '|---|---|---|---|---|---|---|---|---|---|',
];
console.log(lines.join('\n'));
const results = [];
for (const goal of all) {
  if (wanted !== undefined && !wanted.includes(goal.id)) continue;
  const rows = await goal.run({ rounds: Number(values.rounds) });
  results.push({ id: goal.id, title: goal.title, rows });
  for (const row of rows) {
    lines.push(formatLine(goal.id, row));
    console.log(lines.at(-1));
  }
}
const machine = { node: process.version, platform: platform(), cores: cpus().length, cpu: cpus()[0]?.model ?? '' };
const file = path.resolve(values.out ?? 'bench/results.json');
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify({ measured_at: new Date().toISOString(), machine, results }, null, 2)}\n`);
console.log(`\nwritten: ${path.relative(process.cwd(), file)}`);
