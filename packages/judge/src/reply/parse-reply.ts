import { findLastJson, tryParse } from './balanced-json.ts';
import { mapChinesePunctuation } from './chinese-punctuation.ts';

/** Takes out `<think>…</think>`; what comes before a lone closing tag is thinking too, and what follows a lone opening one. */
export function stripThinking(text: string): string {
  const closed = text.replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, '');
  const afterClosing = closed.replace(/^[\s\S]*<\/think(?:ing)?>/i, '');
  return afterClosing.replace(/<think(?:ing)?>[\s\S]*$/i, '').trim();
}

/**
 * Reads the JSON value of a reply (METRICS §4.3), in this order: without thinking, the whole text; the last balanced
 * `{…}` or `[…]` that parses, which leaves fences and prose out; the same with Chinese punctuation mapped. Null when none
 * of it is JSON. A value that was cut off is never completed or shortened.
 */
export function parseReply(text: string): { readonly value: unknown } | null {
  const body = stripThinking(text);
  return tryParse(body) ?? findLastJson(body) ?? findMapped(body);
}

function findMapped(body: string): { readonly value: unknown } | null {
  const mapped = mapChinesePunctuation(body);
  return mapped === body ? null : (tryParse(mapped) ?? findLastJson(mapped));
}
