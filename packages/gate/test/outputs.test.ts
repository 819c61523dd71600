import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GateReport, GateRuleResult } from '@reportcard/report-schema';
import { GateReportSchema } from '@reportcard/report-schema';
import { parse as parseJUnit } from 'junit2json';
import { parse as parseTestResults } from 'test-results-parser';
import { describe, expect, it } from 'vitest';
import {
  COMMENT_MARK,
  evaluateGate,
  formatGateMarkdown,
  formatGateText,
  formatGitHubAnnotations,
  formatGitHubSummary,
  formatJUnit,
} from '../src/index.ts';
import { head } from './scores-heads.ts';

const HOSTILE = 'hit@5@l2:a|b`c`<i>&"\'\n::error::]]>\u0001\ud800>=0.6';

function rule(known: Partial<GateRuleResult>): GateRuleResult {
  return {
    rule: 'hit@5>=0.9',
    metric: 'hit@5',
    slice: null,
    kind: 'min',
    threshold: 0.9,
    value: 0.95,
    baseline: null,
    n: 20,
    coverage: 1,
    ci95: [0.76, 0.99],
    basis: 'value',
    verdict: 'pass',
    message: '0.95 is above the minimum 0.9 (n = 20)',
    ...known,
  };
}

const REPORT: GateReport = {
  schema_version: 1,
  run_id: 'v1',
  baseline_run_id: 'v0',
  verdict: 'fail',
  rules: [
    rule({}),
    rule({
      rule: 'faithfulness>=0.8',
      verdict: 'inconclusive',
      value: null,
      n: 0,
      ci95: null,
      message: 'none of the 20 eligible samples was scored',
    }),
    rule({
      rule: HOSTILE,
      verdict: 'fail',
      value: 0.5996,
      threshold: 0.6,
      ci95: [null, 1],
      message: 'bad | <b>\nworse',
    }),
  ],
  warnings: ['2 scores were given by hand and count'],
};

describe('JUnit XML', () => {
  it('has one test case a rule: failed is a failure, inconclusive an error', async () => {
    const suites = await parseJUnit(formatJUnit(REPORT, { timestamp: '2026-06-01T14:30:22.000Z' }));
    expect(suites).toMatchObject({
      testsuite: [
        {
          name: 'reportcard.gate',
          tests: 3,
          failures: 1,
          errors: 1,
          timestamp: '2026-06-01T14:30:22',
          testcase: [{ name: 'hit@5>=0.9', classname: 'reportcard.gate' }, { name: 'faithfulness>=0.8' }, {}],
        },
      ],
    });
  });

  it('reads the same in another parser', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reportcard-gate-'));
    const path = join(folder, 'gate.xml');
    writeFileSync(path, formatJUnit(REPORT));
    const result = parseTestResults({ type: 'junit', files: [path] });
    rmSync(folder, { recursive: true });
    expect(result).toMatchObject({ status: 'FAIL', total: 3, passed: 1, failed: 1, errors: 1 });
    expect(result.suites[0]?.cases.map((testCase) => testCase.status)).toEqual(['PASS', 'FAIL', 'FAIL']);
  });

  it('carries hostile names whole, but for what XML cannot hold', async () => {
    const suites = await parseJUnit(formatJUnit(REPORT));
    expect(suites).toMatchObject({
      testsuite: [
        {
          testcase: [
            {},
            {},
            {
              name: HOSTILE.replace('\u0001\ud800', '\ufffd\ufffd'),
              failure: [{ message: 'bad | <b>\nworse', type: 'fail' }],
            },
          ],
        },
      ],
    });
  });

  it('has no test case without result: a gate without rules is an error', async () => {
    const empty = evaluateGate(head({}), []);
    expect(await parseJUnit(formatJUnit(empty))).toMatchObject({
      testsuite: [{ tests: 1, failures: 0, errors: 1, testcase: [{ name: 'no rules' }] }],
    });
  });

  it('has what the schemas of Jenkins and Windy Road require, in their order', () => {
    const xml = formatJUnit(REPORT);
    const suite = /<testsuite ([^>]*)>/.exec(xml)?.[1] ?? '';
    expect([...suite.matchAll(/(\w+)="/g)].map((match) => match[1]).sort()).toEqual(
      ['errors', 'failures', 'hostname', 'id', 'name', 'package', 'tests', 'time', 'timestamp'].sort(),
    );
    expect(xml).toContain('<testsuites>\n');
    const children = [...xml.matchAll(/^ {4}<(\w[\w-]*)/gm)].map((match) => match[1]);
    expect(children).toEqual(['properties', 'testcase', 'testcase', 'testcase', 'system-out', 'system-err']);
    expect([...xml.matchAll(/<testcase name="[^"]+" classname="[^"]+" time="0"/g)]).toHaveLength(3);
    expect([...xml.matchAll(/<(?:failure|error) message="[^"]+" type="[a-z]+">/g)]).toHaveLength(2);
  });

  it('gives equal bytes for equal reports', () => {
    expect(formatJUnit(REPORT)).toBe(formatJUnit(GateReportSchema.parse(JSON.parse(JSON.stringify(REPORT)))));
    expect(formatJUnit(REPORT)).toContain('timestamp="1970-01-01T00:00:00"');
  });
});

describe('GitHub output', () => {
  it('is a table with failed rules first', () => {
    const lines = formatGitHubSummary(REPORT).split('\n');
    expect(lines[0]).toBe('### ❌ Gate failed');
    expect(lines[2]).toBe('`v1` against `v0` · 3 rules: 1 passed, 1 failed, 1 inconclusive');
    expect(lines[4]).toBe('| | rule | value | n | 95 % interval | why |');
    expect(lines[6]).toMatch(/^\| ❌ \| `` hit@5@l2:a\\\|b`c`/);
    expect(lines[7]).toBe('| ⚠️ | `faithfulness>=0.8` | — | 0 | — | none of the 20 eligible samples was scored |');
    expect(lines[8]).toContain('| 0.95 | 20 | 0.76 – 0.99 |');
    expect(lines).toContain('> 2 scores were given by hand and count');
  });

  it('keeps every row on one line with six cells, whatever the names hold', () => {
    const rows = formatGitHubSummary(REPORT)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    expect(rows.map((row) => row.split(/(?<!\\)\|/).length)).toEqual([8, 8, 8, 8, 8]);
    expect(rows[2]).toContain('bad \\| &lt;b\\> worse');
    expect(rows[2]).toContain('−∞ – 1');
  });

  it('marks a comment so that it can be found again', () => {
    expect(formatGateMarkdown(REPORT)).toBe(`${COMMENT_MARK}\n${formatGitHubSummary(REPORT)}`);
  });

  it('annotates what did not pass, and cannot be broken out of', () => {
    expect(formatGitHubAnnotations(REPORT).split('\n')).toEqual([
      expect.stringMatching(
        /^::error title=gate failed%3A hit@5@l2%3Aa\|b`c`.*%0A%3A%3Aerror%3A%3A.*::bad \| <b>%0Aworse$/u,
      ),
      '::warning title=gate inconclusive%3A faithfulness>=0.8::none of the 20 eligible samples was scored',
      '',
    ]);
    expect(formatGitHubAnnotations({ ...REPORT, rules: [rule({})] })).toBe('');
  });
});

describe('terminal text', () => {
  it('has a line a rule and ends with the verdict', () => {
    expect(formatGateText(REPORT).split('\n')).toEqual([
      '✓ hit@5>=0.9: 0.95 is above the minimum 0.9 (n = 20)',
      '? faithfulness>=0.8: none of the 20 eligible samples was scored',
      expect.stringMatching(/^✗ .*: bad \| <b> worse$/u),
      '! 2 scores were given by hand and count',
      'gate failed for v1 against v0 (3 rules: 1 passed, 1 failed, 1 inconclusive)',
      '',
    ]);
  });

  it('colours only when asked, and lets no escape sequence of a name through', () => {
    const report = { ...REPORT, rules: [rule({ rule: 'x\u001b[2J' })] };
    expect(formatGateText(report)).not.toContain('\u001b');
    expect(formatGateText(report, { color: true })).toContain('\u001b[32m✓\u001b[0m');
  });
});
