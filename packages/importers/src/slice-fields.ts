import { createRecord, type RunRecord } from '@reportcard/report-schema';
import type { RepairLog } from './importer.ts';
import { normalizeSliceKey } from './values/slice-key.ts';

type Slices = Pick<RunRecord, 'intent_l1' | 'intent_l2' | 'difficulty' | 'labels' | 'predicted_intent'>;

/** Counts slice keys that were changed. */
export function tellSliceKeys(count: number, repairs: RepairLog): void {
  repairs.add('slice_key', 'slice keys were normalised for grouping; the originals are kept in metadata', count);
}

/** Normalises every slice key; the keys as they were go to `originals`. Of two labels whose names become one, the second keeps its own. */
export function normalizeSlices(
  source: { readonly [Name in keyof Slices]?: Slices[Name] | undefined },
  originals: Record<string, string>,
): Slices {
  const clean = (name: string, value: string | null | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const key = normalizeSliceKey(value);
    if (key !== value) originals[name] = value;
    return key === '' ? null : key;
  };
  const labels = createRecord<string | number | boolean | null>();
  for (const [name, value] of Object.entries(source.labels ?? {})) {
    const wanted = normalizeSliceKey(name);
    labels[wanted in labels ? name : wanted] = typeof value === 'string' ? clean(`labels.${name}`, value) : value;
  }
  return {
    intent_l1: clean('intent_l1', source.intent_l1),
    intent_l2: clean('intent_l2', source.intent_l2),
    difficulty: clean('difficulty', source.difficulty),
    predicted_intent: clean('predicted_intent', source.predicted_intent),
    labels,
  };
}

/** A record with normalised slice keys, the originals under `metadata.original_slice_keys`; told. The record itself where nothing changes. */
export function cleanSlices(record: RunRecord, repairs: RepairLog): RunRecord {
  const originals = createRecord<string>();
  const slices = normalizeSlices(record, originals);
  const changed = Object.keys(originals).length;
  if (changed === 0) return record;
  tellSliceKeys(changed, repairs);
  const metadata = createRecord<unknown>([...Object.entries(record.metadata), ['original_slice_keys', originals]]);
  return { ...record, ...slices, metadata };
}
