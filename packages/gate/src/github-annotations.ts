import type { GateReport } from '@reportcard/report-schema';
import { sortByVerdict, VERDICT_WORDS } from './verdict-words.ts';

/**
 * Workflow commands that make GitHub show every rule that did not pass: an error for a failed one, a warning for an
 * inconclusive one; one line each, to be written to standard output. Empty when all passed.
 */
export function formatGitHubAnnotations(report: GateReport): string {
  return sortByVerdict(report)
    .filter((rule) => rule.verdict !== 'pass')
    .map((rule) => {
      const command = rule.verdict === 'fail' ? 'error' : 'warning';
      const title = escapeProperty(`gate ${VERDICT_WORDS[rule.verdict]}: ${rule.rule}`);
      return `::${command} title=${title}::${escapeData(rule.message)}\n`;
    })
    .join('');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
