import { spawnSync } from 'node:child_process';
import type { ScoresFile } from '@reportcard/report-schema';
import {
  createSheet,
  editSheet,
  formatCsv,
  formatXlsx,
  knownTexts,
  readSheet,
  type SheetDocument,
} from '@reportcard/score-sheet';
import { describe, expect, it } from 'vitest';
import { applyManualOverrides, loadManualOverrides } from '../src/index.ts';
import { buildScores, RULES, type SampleSpec, textOf } from './build-scores.ts';
import { fillCells, SHEET_PATH, sha256Of, sheetFor } from './fill-sheet.ts';

const FORMS = ['0.8', '.8', '80%', '80 %', '８０％', '0.8000', '0', '1', '\u00a0', '\u3000'];
const IDS = ['S1-03', '007', '1E5', '99100000000000000000', '=1', "'q", 'MAR1', '选购-1', '2024-06-01', 'x'];

function runOf(ids: readonly string[], intent: string): ScoresFile {
  return buildScores(
    ids.map((id, index): [string, SampleSpec] => [
      id,
      {
        intent_l1: intent,
        scores: {
          'hit@5': index % 2,
          faithfulness: (index + 1) / 13,
          answer_correctness: index / 9,
          ttft_p50_ms: 2340.123456789 + index,
        },
      },
    ]),
  );
}

const SCORES = runOf(IDS, '售前，“咨询”');

function fill(scores: ScoresFile, remark: string): SheetDocument {
  const ids = Object.keys(scores.per_sample);
  const filled = fillCells(
    sheetFor(scores),
    scores,
    Object.fromEntries(
      ids.map((id, index) => [id, { faithfulness_manual: FORMS[index % FORMS.length] ?? '', manual_reason: remark }]),
    ),
  );
  const sheet = editSheet(
    filled,
    filled.rows.map(({ record }) => ({ record, column: 'my note', text: `${record}; ${remark}` })),
  );
  return createSheet(scores, { scoresSha256: sha256Of(scores), sheet });
}

const REMARK = '缺少价格, "见第2段"\n第二行\rthird';
const DOCUMENT = fill(SCORES, REMARK);
const OWN_TEXT = [...formatCsv(DOCUMENT)].join('');

/** The sheet as a matrix of cell texts, guards in place. */
function matrixOf(document: SheetDocument): string[][] {
  const bare = { ...document, kinds: document.kinds.map(() => 'extra' as const) };
  const guarded = [...formatCsv({ columns: document.columns, kinds: document.kinds, rows: [] })].join('');
  return [
    guarded.slice(1).trim().split(','),
    ...[...bare.rows].map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
  ];
}

interface Dialect {
  readonly delimiter?: string;
  readonly end?: string;
  readonly decimalComma?: boolean;
}

/** Writes a matrix as another program would; texts are guarded as the document's own CSV has them. */
function writeAs(document: SheetDocument, { delimiter = ',', end = '\r\n', decimalComma = false }: Dialect): string {
  const cells = matrixOf(document);
  const guardedRows = document.kinds.map((kind, index) => ({ kind, index }));
  const lines = cells.map((row, record) =>
    row
      .map((cell, index) => {
        const kind = guardedRows[index]?.kind;
        const isText = record > 0 && (kind === 'text' || kind === 'remark');
        const isNumber = /^[\d.]+(?:e-?\d+)?$/.test(cell) && (kind === 'value' || kind === 'manual');
        const shown = isText ? guardOf(cell) : isNumber && decimalComma ? cell.replace('.', ',') : cell;
        return /["\r\n,;\t]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
      })
      .join(delimiter),
  );
  return lines.join(end) + end;
}

/** The guards the awkward texts of this test need, by hand. */
function guardOf(text: string): string {
  return /^(?:'|=|[\d]+$|1E5$|MAR1$|2024-)/.test(text) ? `'${text}` : text;
}

function iconv(text: string, encoding: string): Uint8Array {
  const run = spawnSync('iconv', ['-f', 'UTF-8', '-t', encoding], { input: Buffer.from(text, 'utf8') });
  if (run.status !== 0) throw new Error(`iconv to ${encoding}: ${run.stderr.toString()}`);
  return run.stdout;
}

async function applied(bytes: Uint8Array, scores: ScoresFile): Promise<string> {
  const sheet = await readSheet(bytes, { path: SHEET_PATH, known: knownTexts(scores) });
  const loaded = loadManualOverrides(sheet, scores, { scoresSha256: sha256Of(scores) });
  const result = applyManualOverrides(scores, loaded, { now: 'now', rules: RULES });
  return textOf({
    ...result,
    meta: {
      ...result.meta,
      overrides: result.meta.overrides.map((each) => ({
        ...each,
        source: '',
        reason: each.reason?.replaceAll(/\r\n?/g, '\n') ?? null,
      })),
    },
  });
}

describe('human scores', { timeout: 60_000 }, async () => {
  const expected = await applied(Buffer.from(OWN_TEXT), SCORES);

  it('are all there in our own file', () => {
    const { meta } = JSON.parse(expected) as ScoresFile;
    expect(meta.overrides.map((override) => override.manual)).toEqual([0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0, 1]);
    expect(meta.overrides_stale).toEqual([]);
  });

  it.each([
    ['UTF-8 without mark', writeAs(DOCUMENT, {}), 'UTF-8'],
    ['LF', writeAs(DOCUMENT, { end: '\n' }), 'UTF-8'],
    ['lone CR', writeAs(DOCUMENT, { end: '\r' }).replaceAll('\n', ' '), 'UTF-8'],
    ['semicolons and decimal commas', writeAs(DOCUMENT, { delimiter: ';', decimalComma: true }), 'UTF-8'],
    ['tabs', writeAs(DOCUMENT, { delimiter: '\t' }), 'UTF-8'],
    ['UTF-16 with tabs', writeAs(DOCUMENT, { delimiter: '\t' }), 'UTF-16'],
    ['UTF-16 big-endian', writeAs(DOCUMENT, {}), 'UTF-16BE'],
    ['GB18030', writeAs(DOCUMENT, {}), 'GB18030'],
  ])('survive %s', async (name, text, encoding) => {
    const result = await applied(iconv(text, encoding), SCORES);
    const line =
      name === 'lone CR' ? (each: string): string => each.replaceAll('\\n', ' ') : (each: string): string => each;
    expect(line(result)).toBe(line(expected));
  });

  it('survive XLSX', async () => {
    expect(await applied(await formatXlsx(DOCUMENT), SCORES)).toBe(expected);
  });

  it('survive sorted rows, moved and added columns', async () => {
    const columns = [...DOCUMENT.columns.keys()].reverse();
    const moved: SheetDocument = {
      columns: [...columns.map((index) => DOCUMENT.columns[index] ?? ''), 'extra'],
      kinds: [...columns.map((index) => DOCUMENT.kinds[index] ?? 'extra'), 'extra'],
      rows: [...DOCUMENT.rows].reverse().map((row) => [...columns.map((index) => row[index] ?? null), '=A1 & "x"']),
    };
    expect(await applied(Buffer.from([...formatCsv(moved)].join('')), SCORES)).toBe(expected);
  });

  it('survive Windows-1252 where the text fits it', async () => {
    const western = runOf(['café-1', 'b', 'c'], 'Größe');
    const document = fill(western, 'naïve “answer” – 5 €');
    const straight = await applied(Buffer.from([...formatCsv(document)].join('')), western);
    const text = writeAs(document, { delimiter: ';', decimalComma: true });
    expect(await applied(iconv(text, 'WINDOWS-1252'), western)).toBe(straight);
  });
});
