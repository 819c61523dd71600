export { type ApplyOptions, applyManualOverrides } from './apply-manual-overrides.ts';
export { type ApplyPlanOptions, applyReviewPlan } from './apply-review-plan.ts';
export { carryOverrides } from './carry-overrides.ts';
export { checkTwinSheets } from './check-twin-sheets.ts';
export { type LoadOptions, loadManualOverrides, STALE_REASONS } from './load-manual-overrides.ts';
export type { AuditCell, CellKey, ManualOverrides, ManualScore } from './manual-overrides.ts';
export { UNCONFIRMED_KAPPA } from './measure-audit.ts';
export { type PlannedSample, type PlanReviewOptions, planReview, type ReviewPlan } from './plan-review.ts';
export * from './reaggregate.ts';
