import type { GateReport, Verdict } from '@reportcard/report-schema';
import { countVerdicts, VERDICT_WORDS } from './verdict-words.ts';

const MARKS: Readonly<Record<Verdict, string>> = { pass: '✓', fail: '✗', inconclusive: '?' };
const COLORS: Readonly<Record<Verdict, string>> = { pass: '32', fail: '31', inconclusive: '33' };

/** A gate report for a terminal: one line a rule in the order given, warnings, then the verdict. Ends with a line feed. */
export function formatGateText(report: GateReport, options: { readonly color?: boolean | undefined } = {}): string {
  const paint = (verdict: Verdict, text: string): string =>
    options.color === true ? `\u001b[${COLORS[verdict]}m${text}\u001b[0m` : text;
  const rules = report.rules.map(
    (rule) => `${paint(rule.verdict, MARKS[rule.verdict])} ${oneLine(rule.rule)}: ${oneLine(rule.message)}`,
  );
  const warnings = report.warnings.map((warning) => `! ${oneLine(warning)}`);
  const against = report.baseline_run_id === null ? '' : ` against ${oneLine(report.baseline_run_id)}`;
  const verdict = `gate ${VERDICT_WORDS[report.verdict]} for ${oneLine(report.run_id)}${against} (${countVerdicts(report.rules)})`;
  return `${[...rules, ...warnings, paint(report.verdict, verdict)].join('\n')}\n`;
}

/** Names come from data: keeps line breaks and escape sequences out of the terminal. */
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}
