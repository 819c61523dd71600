export { attributeFailures, type FailureAttribution } from './attribute-failures.ts';
export { createFailureRecords, type FailureSources, listRetrieved } from './failure-records.ts';
export {
  createFailureRules,
  DEFAULT_FAILURE_RULES,
  type FailureCondition,
  type FailureRule,
  type FailuresConfig,
} from './failure-rules.ts';
export { collectJudgeReasons } from './judge-reasons.ts';
export { cutDecimals, formatReason, isFailure, reasonName } from './reason-text.ts';
