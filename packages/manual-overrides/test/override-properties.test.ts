import { deriveMetrics } from '@reportcard/metrics';
import type { ScoreCell, ScoresFile, SheetState } from '@reportcard/report-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyManualOverrides, loadManualOverrides, reaggregate } from '../src/index.ts';
import { buildMeta, buildScores, buildTable, METRICS, RULES, type SampleSpec, textOf } from './build-scores.ts';
import { fillCells, rewrite, sheetFor, withRows } from './fill-sheet.ts';

const SCORABLE = ['faithfulness', 'answer_correctness', 'context_recall'] as const;
const value = fc.oneof(fc.constantFrom(0, 1, 0.5, 1 / 3), fc.double({ min: 0, max: 1, noNaN: true }));
const unscored: fc.Arbitrary<ScoreCell> = fc.constantFrom<ScoreCell>(
  { value: null, status: 'judge_error', code: 'truncated' },
  { value: null, status: 'missing_input', code: 'not_recorded' },
  { value: null, status: 'skipped', code: 'no_judge' },
  { value: null, status: 'undefined', code: 'no_statements' },
);
const score: fc.Arbitrary<number | ScoreCell> = fc.oneof(
  { weight: 3, arbitrary: value },
  { weight: 1, arbitrary: unscored },
);
const outside: ScoreCell = { value: null, status: 'not_applicable', code: 'no_reference' };
const sample: fc.Arbitrary<SampleSpec> = fc
  .record({
    intent_l1: fc.constantFrom('SUPPORT', 'ORDER', '__proto__', null),
    intent_l2: fc.constantFrom('S1', 'S2', 'constructor', ''),
    difficulty: fc.constantFrom('easy', 'hard', null),
    hit: fc.constantFrom(0, 1),
    faithfulness: score,
    answer_correctness: score,
    context_recall: fc.oneof({ weight: 4, arbitrary: score }, { weight: 1, arbitrary: fc.constant(outside) }),
  })
  .map(({ hit, faithfulness, answer_correctness, context_recall, ...rest }) => ({
    ...rest,
    scores: { 'hit@5': hit, faithfulness, answer_correctness, context_recall },
  }));
const ids = fc.uniqueArray(fc.constantFrom('a', 'b', '10', '9', '__proto__', 'S1-03', '007', '选购', '=1', 'a@b'), {
  minLength: 1,
  maxLength: 8,
});
const samples = ids.chain((chosen) =>
  fc.tuple(...chosen.map((id) => sample.map((spec) => [id, spec] as const))),
) as fc.Arbitrary<(readonly [string, SampleSpec])[]>;
const manual = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: fc.constantFrom('0', '1', '0.8', '80%', '.25', '８０％') },
);

/** A run and the cells somebody typed for it, by sample and metric. */
const cases = samples.chain((chosen) =>
  fc.record({
    samples: fc.constant(chosen),
    typed: fc.array(fc.record({ faithfulness: manual, answer_correctness: manual, context_recall: manual }), {
      minLength: chosen.length,
      maxLength: chosen.length,
    }),
  }),
);

type Typed = readonly Readonly<Record<(typeof SCORABLE)[number], string>>[];

function cellsOf(
  scores: ScoresFile,
  chosen: readonly (readonly [string, SampleSpec])[],
  typed: Typed,
): Record<string, Record<string, string>> {
  const entries = chosen.map(([id], index): [string, Record<string, string>] => {
    const sampleId = id.replaceAll('@', '%40');
    const open = SCORABLE.filter(
      (metric) => scores.per_sample[sampleId]?.unscored[metric]?.status !== 'not_applicable',
    );
    return [sampleId, Object.fromEntries(open.map((metric) => [`${metric}_manual`, typed[index]?.[metric] ?? '']))];
  });
  return Object.fromEntries(entries);
}

function apply(scores: ScoresFile, sheet: SheetState, now: string): ScoresFile {
  return applyManualOverrides(scores, loadManualOverrides(sheet, scores), { now, rules: RULES });
}

describe('overrides of any run', { timeout: 180_000 }, () => {
  it('applied twice are applied once, also through a written sheet', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ samples: chosen, typed }) => {
        const scores = buildScores(chosen);
        const sheet = fillCells(sheetFor(scores), scores, cellsOf(scores, chosen, typed));
        const once = apply(scores, sheet, 'first');
        expect(textOf(apply(once, sheet, 'second'))).toBe(textOf(once));
        expect(textOf(apply(once, await rewrite(once, sheet), 'second'))).toBe(textOf(once));
      }),
      { numRuns: 30 },
    );
  });

  it('leave the original bytes when they are cleared, but for the count', () => {
    fc.assert(
      fc.property(cases, ({ samples: chosen, typed }) => {
        const scores = buildScores(chosen);
        const empty = sheetFor(scores);
        const after = apply(scores, fillCells(empty, scores, cellsOf(scores, chosen, typed)), 'first');
        const cleared = apply(after, empty, 'second');
        expect(cleared.meta.overrides_cleared).toBe(after.meta.manual_overrides);
        expect(textOf({ ...cleared, meta: { ...cleared.meta, overrides_cleared: 0 } })).toBe(textOf(scores));
      }),
      { numRuns: 30 },
    );
  });

  it('give what scoring from scratch with those values gives', () => {
    fc.assert(
      fc.property(cases, ({ samples: chosen, typed }) => {
        const scores = buildScores(chosen);
        const after = apply(scores, fillCells(sheetFor(scores), scores, cellsOf(scores, chosen, typed)), 'first');
        const table = buildTable(chosen);
        for (const { sample_id, metric, manual: given } of after.meta.overrides) {
          const row = table.row(sample_id) ?? -1;
          table.set(row, metric, { value: given, status: 'ok', manual: true });
          deriveMetrics(table, row);
        }
        const scratch = reaggregate({ table, metrics: METRICS, meta: buildMeta(table), rules: RULES });
        expect(textOf({ ...after, meta: scratch.meta, overall_auto: scratch.overall_auto })).toBe(textOf(scratch));
      }),
      { numRuns: 30 },
    );
  });

  it('do not depend on the order of the rows', () => {
    const withOrder = cases.chain((chosen) =>
      fc.record({
        chosen: fc.constant(chosen),
        order: fc.shuffledSubarray(
          chosen.samples.map((_, index) => index),
          { minLength: chosen.samples.length },
        ),
      }),
    );
    fc.assert(
      fc.property(withOrder, ({ chosen: { samples: chosen, typed }, order }) => {
        const scores = buildScores(chosen);
        const sheet = fillCells(sheetFor(scores), scores, cellsOf(scores, chosen, typed));
        const moved = withRows(
          sheet,
          order.flatMap((index) => sheet.rows[index] ?? []),
        );
        const [straight, mixed] = [apply(scores, sheet, 'now'), apply(scores, moved, 'now')];
        const withoutSource = (file: ScoresFile): string =>
          textOf({
            ...file,
            meta: { ...file.meta, overrides: file.meta.overrides.map((entry) => ({ ...entry, source: '' })) },
          });
        expect(withoutSource(mixed)).toBe(withoutSource(straight));
        expect(textOf(apply(straight, moved, 'later'))).toBe(textOf(straight));
      }),
      { numRuns: 30 },
    );
  });
});
