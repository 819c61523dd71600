/**
 * Checks shared by the judge steps. Each throws an Error whose message goes into the repair turn, so it says what the
 * answer must look like.
 */

const YES = new Set<unknown>([1, true, '1', 'true', 'yes', '是']);
const NO = new Set<unknown>([0, false, '0', 'false', 'no', '否']);

/** The object an answer must be. */
export function readObject(value: unknown, what: string): Record<string, unknown> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`${what} must be a JSON object`);
}

/** The array under a key. */
export function readArray(object: Record<string, unknown>, key: string): unknown[] {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (Array.isArray(value)) return value;
  throw new Error(`"${key}" must be an array`);
}

/** The text under a key; '' for null or an absent key when `optional`. */
export function readText(object: Record<string, unknown>, key: string, optional = false): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value === 'string') return value;
  if (optional && (value === undefined || value === null)) return '';
  throw new Error(`"${key}" must be a string`);
}

/** 0 or 1 under a key, after coercion of "1", true, yes, 是 and their opposites. */
export function readFlag(object: Record<string, unknown>, key: string): 0 | 1 {
  const raw = Object.hasOwn(object, key) ? object[key] : undefined;
  const value = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
  if (YES.has(value)) return 1;
  if (NO.has(value)) return 0;
  throw new Error(`"${key}" must be 0 or 1`);
}

function readIndex(item: Record<string, unknown>): number {
  const raw = Object.hasOwn(item, 'i') ? item['i'] : undefined;
  const value = typeof raw === 'string' && /^\d+$/.test(raw.trim()) ? Number(raw) : raw;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new Error('"i" must be the number of the statement');
}

/**
 * The items under a key, sorted by their index, which must be 0 … n−1 once each: a judge that merges, drops or invents
 * items would change the denominator.
 */
export function readIndexed<T>(
  object: Record<string, unknown>,
  key: string,
  n: number,
  readItem: (item: Record<string, unknown>, i: number) => T,
): T[] {
  const found = new Map<number, T>();
  for (const raw of readArray(object, key)) {
    const item = readObject(raw, `each item of "${key}"`);
    const i = readIndex(item);
    if (i < 0 || i >= n) throw new Error(`"${key}" has the number ${i}; the numbers are 0 to ${n - 1}`);
    if (found.has(i)) throw new Error(`"${key}" has the number ${i} twice`);
    found.set(i, readItem(item, i));
  }
  const items: T[] = [];
  for (let i = 0; i < n; i += 1) {
    const item = found.get(i);
    if (item === undefined) throw new Error(`"${key}" lacks the number ${i}; all of 0 to ${n - 1} are needed`);
    items.push(item);
  }
  return items;
}
