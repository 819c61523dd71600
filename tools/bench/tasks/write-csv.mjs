import { readFileSync } from 'node:fs';
import { createSheet, formatCsv } from '@reportcard/score-sheet';
import { stringify } from 'csv-stringify/sync';
import { section } from './section.mjs';

// The score sheet of a run as CSV text: `ours`, or `peer` for csv-stringify. The rows are made before.
const [side, file] = process.argv.slice(2);
const scores = JSON.parse(readFileSync(file, 'utf8'));
const document = createSheet(scores, { scoresSha256: null });
const rows = [...document.rows];
const sides = {
  ours() {
    let bytes = 0;
    for (const piece of formatCsv({ ...document, rows })) bytes += Buffer.byteLength(piece);
    return { bytes };
  },
  peer() {
    const text = stringify(rows, {
      header: true,
      columns: [...document.columns],
      bom: true,
      record_delimiter: 'windows',
    });
    return { bytes: Buffer.byteLength(text) };
  },
};
await section(sides[side]);
