import type { GateReport, GateRuleResult, Verdict } from '@reportcard/report-schema';

/** What JUnit wants to know besides the verdicts. */
export interface JUnitOptions {
  /** When the gate ran, `YYYY-MM-DDTHH:MM:SS` without time zone; the epoch by default, so that equal reports give equal bytes. */
  readonly timestamp?: string | undefined;
}

const OUTCOMES: Readonly<Record<Verdict, 'failure' | 'error' | null>> = {
  pass: null,
  fail: 'failure',
  inconclusive: 'error',
};

/**
 * A gate report as JUnit XML: one suite, one test case a rule. A failed rule is a failure, an inconclusive one an error, so
 * that no server shows it as passed; a gate without rules is one error. Satisfies the schemas of Jenkins (junit-10.xsd) and
 * Windy Road (JUnit.xsd).
 */
export function formatJUnit(report: GateReport, options: JUnitOptions = {}): string {
  const cases = report.rules.length === 0 ? [emptyCase(report)] : report.rules.map((rule) => formatCase(rule));
  const count = (verdict: Verdict): number => report.rules.filter((rule) => rule.verdict === verdict).length;
  const errors = report.rules.length === 0 ? 1 : count('inconclusive');
  const suite = attributes({
    name: 'reportcard.gate',
    package: 'reportcard',
    id: '0',
    timestamp: (options.timestamp ?? '1970-01-01T00:00:00').slice(0, 19),
    hostname: 'localhost',
    tests: String(cases.length),
    failures: String(count('fail')),
    errors: String(errors),
    time: '0',
  });
  const properties = [
    ['run_id', report.run_id],
    ['verdict', report.verdict],
    ...(report.baseline_run_id === null ? [] : [['baseline_run_id', report.baseline_run_id]]),
  ].map(([name = '', value = '']) => `      <property${attributes({ name, value })}/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite${suite}>`,
    '    <properties>',
    ...properties,
    '    </properties>',
    ...cases,
    `    <system-out>${escapeXml(report.warnings.join('\n'))}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function formatCase(rule: GateRuleResult): string {
  const open = `    <testcase${attributes({ name: rule.rule, classname: 'reportcard.gate', time: '0' })}`;
  const element = OUTCOMES[rule.verdict];
  if (element === null) return `${open}/>`;
  const detail = attributes({ message: rule.message, type: rule.verdict });
  return `${open}>\n      <${element}${detail}>${escapeXml(describeRule(rule))}</${element}>\n    </testcase>`;
}

function emptyCase(report: GateReport): string {
  const open = `    <testcase${attributes({ name: 'no rules', classname: 'reportcard.gate', time: '0' })}>`;
  const message = report.warnings[0] ?? 'no rules were given';
  return `${open}\n      <error${attributes({ message, type: 'inconclusive' })}></error>\n    </testcase>`;
}

function describeRule(rule: GateRuleResult): string {
  const interval = rule.ci95 === null ? 'none' : rule.ci95.map((bound) => bound ?? 'open').join(' to ');
  return `${rule.rule}: ${rule.message}\nvalue ${rule.value ?? 'none'}, n ${rule.n}, 95 % interval ${interval}`;
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(value).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes for text and attributes; characters that XML 1.0 cannot hold become U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
