/** Dash for what does not exist; 0 is a number and prints as one. */
const NOTHING = '—';

/** Four decimals below 10, one below 1000, none above; trailing zeros are left out. */
export function formatNumber(value: number | null): string {
  if (value === null) return NOTHING;
  const size = Math.abs(value);
  const text = value.toFixed(size < 10 ? 4 : size < 1000 ? 1 : 0);
  const trimmed = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return trimmed === '-0' ? '0' : trimmed;
}

/** As {@link formatNumber}, with a sign before what is not 0. */
export function formatSigned(value: number | null): string {
  if (value === null) return NOTHING;
  const text = formatNumber(Math.abs(value));
  if (text === '0') return '0';
  return value > 0 ? `+${text}` : `−${text}`;
}

/** A p value with three significant places at least around 0.05. */
export function formatP(p: number | null): string {
  if (p === null) return NOTHING;
  if (p < 0.0001) return '< 0.0001';
  return p < 0.1 ? p.toFixed(4) : p.toFixed(2);
}
