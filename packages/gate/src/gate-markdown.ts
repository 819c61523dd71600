import type { GateReport, GateRuleResult, Verdict } from '@reportcard/report-schema';
import { formatBeside } from './format-number.ts';
import { countVerdicts, sortByVerdict, VERDICT_WORDS } from './verdict-words.ts';

/** First line of a Markdown comment, by which a CI job finds its earlier comment to replace it. */
export const COMMENT_MARK = '<!-- reportcard-gate -->';

const MARKS: Readonly<Record<Verdict, string>> = { pass: '✅', fail: '❌', inconclusive: '⚠️' };

/** A gate report as a GitHub-flavoured Markdown comment, marked so that it can be found and replaced. */
export function formatGateMarkdown(report: GateReport): string {
  return `${COMMENT_MARK}\n${formatBody(report)}`;
}

/** A gate report for `$GITHUB_STEP_SUMMARY`: heading, table, failed rules first. */
export function formatGitHubSummary(report: GateReport): string {
  return formatBody(report);
}

function formatBody(report: GateReport): string {
  const against = report.baseline_run_id === null ? '' : ` against ${code(report.baseline_run_id)}`;
  const lines = [
    `### ${MARKS[report.verdict]} Gate ${VERDICT_WORDS[report.verdict]}`,
    '',
    `${code(report.run_id)}${against} · ${countVerdicts(report.rules)}`,
    '',
  ];
  if (report.rules.length > 0) {
    lines.push(
      '| | rule | value | n | 95 % interval | why |',
      '|---|---|--:|--:|---|---|',
      ...sortByVerdict(report).map(formatRow),
      '',
    );
  }
  if (report.warnings.length > 0) lines.push(...report.warnings.map((warning) => `> ${escapeCell(warning)}`), '');
  return lines.join('\n');
}

function formatRow(rule: GateRuleResult): string {
  const value = rule.value === null ? '—' : formatBeside(rule.value, rule.threshold);
  const interval = rule.ci95 === null ? '—' : `${formatBound(rule.ci95[0], '−∞')} – ${formatBound(rule.ci95[1], '∞')}`;
  const cells = [MARKS[rule.verdict], code(rule.rule), value, String(rule.n), interval, escapeCell(rule.message)];
  return `| ${cells.join(' | ')} |`;
}

function formatBound(bound: number | null, open: string): string {
  return bound === null ? open : formatBeside(bound, null);
}

/** A code span that no back-tick, pipe or line break in the text can end. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

function escapeCell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|~#>@!]/g, '\\$&');
}
