/**
 * Freezes an object and everything in it, or only as many levels of it as are given; typed arrays and functions are left
 * as they are. Gives the same object back.
 */
export function freezeDeep<T>(value: T, levels: number = Number.POSITIVE_INFINITY): T {
  if (value === null || typeof value !== 'object' || levels <= 0) return value;
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeDeep(part, levels - 1);
  return value;
}
