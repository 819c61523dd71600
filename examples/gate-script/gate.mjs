import { readFileSync, writeFileSync } from 'node:fs';
import { evaluateGate, exitCodeOf, formatGateText, formatJUnit, parseGateRule } from '@reportcard/gate';
import { parseScores } from '@reportcard/report-schema';

// node gate.mjs _scores.json 'hit@5>=0.9' 'ttft_p50_ms<=3000'
const [file, ...rules] = process.argv.slice(2);
const scores = parseScores(JSON.parse(readFileSync(file, 'utf8')), { file });
const report = evaluateGate(
  scores,
  rules.map((rule) => parseGateRule(rule)),
);
console.log(formatGateText(report));
writeFileSync('gate.xml', formatJUnit(report));
process.exitCode = exitCodeOf(report.verdict);
