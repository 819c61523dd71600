import { SMALL_N } from '@reportcard/report-schema';
import { cleanLine } from '../escape/clean-text.ts';
import type { Messages } from '../messages/messages.ts';
import type { RenderInput } from '../render-input.ts';
import type { SliceRow } from './slice-row.ts';

/** Everything a reader has to know before trusting the numbers, each once. */
export function listWarnings(input: RenderInput, l2: readonly SliceRow[], messages: Messages): readonly string[] {
  const { meta } = input.scores;
  const notes: string[] = [];
  if (meta.same_family === true) notes.push(messages.text('warning.same_family'));
  if (meta.overrides_stale.length > 0)
    notes.push(messages.text('warning.stale_overrides', { n: meta.overrides_stale.length }));
  const nSmall = l2.filter((row) => row.small).length;
  if (nSmall > 0) notes.push(messages.text('warning.small', { n: nSmall, total: l2.length, least: SMALL_N }));
  if (input.records === undefined && input.failures.every((failure) => failure.user_input === null))
    notes.push(messages.text('warning.no_texts'));
  const given = [...meta.warnings, ...(input.gate?.warnings ?? []), ...(input.comparison?.warnings ?? [])];
  return [...new Set([...notes, ...given.map(cleanLine)])];
}
