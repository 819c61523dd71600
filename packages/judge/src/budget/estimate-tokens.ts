/** Tokens a character: the expected number, and one that is safe as an upper bound (METRICS §8.4). */
export interface TokenRates {
  readonly cjk: number;
  readonly other: number;
}

/** Measured on Chinese RAG texts: median error 3 %, 95th percentile 16 %. */
export const EXPECTED_RATES: TokenRates = { cjk: 0.74, other: 0.59 };
/** For budgets, which must not be exceeded. */
export const UPPER_RATES: TokenRates = { cjk: 0.85, other: 0.7 };

/** Tokens a request costs beside its texts: roles, separators. */
const MESSAGE_OVERHEAD = 8;

/** Radicals to unified ideographs, hangul, compatibility ideographs, full-width forms. */
function isCjk(code: number): boolean {
  if (code < 0x2e80) return false;
  return code <= 0x9fff || (code >= 0xac00 && code <= 0xd7af) || (code >= 0xf900 && code <= 0xfaff) || code >= 0xff00;
}

function countCjk(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) if (isCjk(text.charCodeAt(index))) count += 1;
  return count;
}

/** Estimated tokens of texts that are sent together, rounded up. */
export function estimateTokens(texts: readonly string[], rates: TokenRates = EXPECTED_RATES): number {
  let tokens = 0;
  for (const text of texts) {
    const cjk = countCjk(text);
    tokens += cjk * rates.cjk + (text.length - cjk) * rates.other + MESSAGE_OVERHEAD;
  }
  return Math.ceil(tokens);
}
