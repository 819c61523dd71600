/** Milliseconds that a Retry-After header asks to wait: seconds or an HTTP date; undefined when it says neither. */
export function parseRetryAfter(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3}/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
