import { describe, expect, it } from 'vitest';
import { createColumns, formatTable } from '../src/markdown/table.ts';

describe('formatTable', () => {
  it('writes head, rule and rows', () => {
    const table = { columns: createColumns('lrc', ['a', 'b|c', 'd']), rows: [['1', '2', '3']] };
    expect(formatTable(table)).toBe('| a | b\\|c | d |\n|:--|--:|:-:|\n| 1 | 2 | 3 |');
  });

  it('fills a short row and drops what is too much', () => {
    const table = { columns: createColumns('ll', ['a', 'b']), rows: [['1'], ['1', '2', '3']] };
    expect(formatTable(table).split('\n').slice(2)).toEqual(['| 1 |  |', '| 1 | 2 |']);
  });
});
