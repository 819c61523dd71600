import { UsageError } from './verb.ts';

/** A column mapping: `user_input=ask,response=reply`, our field first; the flag may be repeated. */
export function columnMapping(text: string, previous: unknown): Record<string, string> {
  const mapping: Record<string, string> = { ...(previous as Record<string, string> | undefined) };
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    if (at <= 0 || at === part.length - 1)
      throw new UsageError(`--columns: expected field=column, got ${JSON.stringify(part)}`);
    mapping[part.slice(0, at).trim()] = part.slice(at + 1).trim();
  }
  return mapping;
}
