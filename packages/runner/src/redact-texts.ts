/** A JSON value with `redact` applied to each of its texts; the value itself where nothing changes. */
export function redactTexts<T>(value: T, redact: (text: string) => string): T {
  const text = JSON.stringify(value);
  if (text === undefined || redact(text) === text) return value;
  const visit = (item: unknown): unknown => {
    if (typeof item === 'string') return redact(item);
    if (Array.isArray(item)) return item.map(visit);
    if (item === null || typeof item !== 'object') return item;
    return Object.fromEntries(Object.entries(item).map(([key, member]) => [key, visit(member)]));
  };
  return visit(value) as T;
}
