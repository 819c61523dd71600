export { type AggregateOptions, aggregateTable, type FinishOptions, l2Key, MAX_LABEL_KEYS } from './aggregate-table.ts';
export type { QuantileRule } from './finish-slot.ts';
export { normalizeKey } from './group-samples.ts';
