export { type AggregatePartial, aggregatePartial, finishPartial, mergePartials } from './aggregate-partial.ts';
export { type AggregateOptions, aggregateTable } from './aggregate-table.ts';
export { type FinishOptions, l2Key, MAX_LABEL_KEYS } from './finish-groups.ts';
export type { QuantileRule } from './finish-slot.ts';
export type { GatherOptions } from './gather-groups.ts';
export { normalizeKey } from './group-samples.ts';
export type { SlotPartial } from './slot-partial.ts';
