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

/**
 * Makes records without a prototype that all have these keys, each null at first. A record that is filled key by key takes
 * about ten times the memory: this is for those there are many of.
 */
export function recordMaker<V>(keys: readonly string[]): () => TextRecord<V | null> {
  const text = JSON.stringify(createRecord(keys.map((key) => [key, null])));
  return () => Object.setPrototypeOf(JSON.parse(text), null) as TextRecord<V | null>;
}
