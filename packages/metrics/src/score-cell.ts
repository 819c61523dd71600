import type { ScoreCell } from '@reportcard/report-schema';

const ZERO: ScoreCell = Object.freeze({ value: 0, status: 'ok' });
const ONE: ScoreCell = Object.freeze({ value: 1, status: 'ok' });

/** A scored cell; `value` must be finite. */
export function createValue(value: number): ScoreCell {
  if (value === 0) return ZERO;
  return value === 1 ? ONE : { value, status: 'ok' };
}

/** 1 where something holds, else 0. */
export function createFlag(holds: boolean): ScoreCell {
  return holds ? ONE : ZERO;
}

const notApplicable = new Map<string, ScoreCell>();

/** A cell outside the metric's population, with the code that says why. */
export function createNotApplicable(code: string): ScoreCell {
  let cell = notApplicable.get(code);
  if (cell === undefined) {
    cell = Object.freeze({ value: null, status: 'not_applicable', code });
    notApplicable.set(code, cell);
  }
  return cell;
}

/** The record has no data for the metric. */
export const NOT_RECORDED_CELL: ScoreCell = Object.freeze({
  value: null,
  status: 'missing_input',
  code: 'not_recorded',
});

/** No judge was there to ask. */
export const NO_JUDGE_CELL: ScoreCell = Object.freeze({ value: null, status: 'skipped', code: 'no_judge' });
