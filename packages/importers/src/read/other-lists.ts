import type { RepairLog } from '../importer.ts';
import { isObject } from '../values/is-object.ts';

/** Tells of lists of objects that stand in a document beside its samples, at most two levels deep, and were not read. */
export function tellOtherLists(document: unknown, repairs: RepairLog, depth: number = 0): void {
  if (!isObject(document)) return;
  for (const [name, value] of Object.entries(document)) {
    if (Array.isArray(value) && value.some(isObject))
      repairs.add(
        `other_list:${name}`,
        `the list ${JSON.stringify(name)} beside the samples was left out`,
        value.length,
      );
    else if (depth < 1) tellOtherLists(value, repairs, depth + 1);
  }
}
