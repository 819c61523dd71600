import { describe, expect, it } from 'vitest';
import { compareScores, formatComparisonMarkdown, formatComparisonText } from '../src/index.ts';
import { type Row, scoresFile } from './scores-files.ts';

function rows(value: (i: number) => number, reasons: (i: number) => string[]): Record<string, Row> {
  return Object.fromEntries(
    Array.from({ length: 24 }, (_, i): [string, Row] => [
      `s${i}`,
      { intent_l2: i < 12 ? '选购|推荐' : '', failure_reasons: reasons(i), scores: { m: value(i) } },
    ]),
  );
}

const BEFORE = scoresFile(
  'v0',
  rows(
    () => 0,
    (i) => (i === 0 ? ['hit@5_miss'] : []),
  ),
);
const AFTER = scoresFile(
  'v1_\u001b[2J',
  rows(
    (i) => (i < 12 ? 1 : 0),
    (i) => (i === 1 ? ['faithfulness_low(0.20)', 'hit@5_miss'] : i === 2 ? ['hit@5_miss'] : []),
  ),
);
const COMPARED = compareScores(BEFORE, AFTER);

describe('formatComparisonText', () => {
  const lines = formatComparisonText(COMPARED).split('\n');

  it('shows each metric with its difference, interval, p and verdict', () => {
    expect(lines[3]).toMatch(/^metric +n +A +B +B − A +95 % interval +p +better\/same\/worse +verdict +n needed$/);
    expect(lines[4]).toMatch(/^m +24 +0 +0\.5 +\+0\.5 +\+0\.\d+ … \+0\.\d+ +0\.0005 +12\/12\/0 +improved +\d+$/);
  });

  it('shows the slices that stay different, and failures by reason', () => {
    expect(lines).toContain('slices that stay different after the correction for many slices');
    expect(lines.some((line) => line.startsWith('m @ l2:选购|推荐'))).toBe(true);
    expect(lines).toContain('new failures: 2 (2 hit@5_miss, 1 faithfulness_low)');
    expect(lines).toContain('fixed failures: 1 (1 hit@5_miss)');
  });

  it('lines up columns of full-width names and lets no control character through', () => {
    expect(formatComparisonText(COMPARED)).not.toContain('\u001b');
    const [heading = '', row = ''] = lines.slice(
      lines.indexOf('slices that stay different after the correction for many slices') + 1,
    );
    expect(row.indexOf('12') + 4).toBe(heading.indexOf('n  '));
  });

  it('says so when no slice differs', () => {
    expect(formatComparisonText(compareScores(BEFORE, BEFORE))).toContain('no slice of 2 stays different');
  });
});

describe('formatComparisonMarkdown', () => {
  const lines = formatComparisonMarkdown(COMPARED).split('\n');

  it('is a table whose rows have as many cells as its head, whatever the names', () => {
    const tableRows = lines.filter((line) => line.startsWith('|'));
    expect(tableRows).toHaveLength(6);
    expect(new Set(tableRows.map((row) => row.split(/(?<!\\)\|/).length))).toEqual(new Set([12]));
  });

  it('marks what is told apart and lists failures by sample', () => {
    expect(lines.find((line) => line.startsWith('| m | 24 |'))).toContain('| **improved** |');
    expect(lines).toContain('* s1: faithfulness\\_low(0.20), hit@5\\_miss');
    expect(lines).toContain('## New failures: 2 (2 hit@5\\_miss, 1 faithfulness\\_low)');
  });

  it('shows nothing measured as a dash and 0 as 0', () => {
    const nothing = compareScores(
      scoresFile('a', { s: { scores: { m: null } } }),
      scoresFile('b', { s: { scores: { m: 1 } } }),
    );
    expect(formatComparisonMarkdown(nothing)).toContain('| m | 0 | — | — | — | — | — | — | not measured | — |');
    const same = compareScores(
      scoresFile('a', { s: { scores: { m: 0 } } }),
      scoresFile('b', { s: { scores: { m: 0 } } }),
    );
    expect(formatComparisonMarkdown(same)).toContain(
      '| m | 1 | 0 | 0 | 0 | — | 1.00 | 0/1/0 | not distinguishable | — |',
    );
  });
});
