/** A map keyed by text that users choose. Built without a prototype, so that `__proto__` and `constructor` are plain keys. */
export type TextRecord<V> = Record<string, V>;

/** An empty record without a prototype. */
export function createRecord<V>(entries?: Iterable<readonly [string, V]>): TextRecord<V> {
  const record: TextRecord<V> = Object.create(null);
  if (entries !== undefined) for (const [key, value] of entries) record[key] = value;
  return record;
}

/** Copies the own enumerable keys of an object (of a parsed JSON document, say) into a record without a prototype. */
export function toRecord<V>(source: Readonly<Record<string, V>>): TextRecord<V> {
  return createRecord(Object.entries(source));
}

/** The value under an own key; undefined when the key is absent, whatever the prototype holds. */
export function getOwn<V>(record: Readonly<Record<string, V>> | undefined, key: string): V | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
