import { getOwn, type ScoresHead } from '@reportcard/report-schema';
import { cleanLine } from '../escape/clean-text.ts';
import type { Messages } from './messages.ts';

interface Family {
  /** The id with its cutoff replaced, such as `hit@k`. */
  readonly key: string;
  readonly k: string;
}

function familyOf(id: string): Family {
  const k = /@(\d+)/.exec(id)?.[1] ?? '';
  return { key: k === '' ? id : id.replace(`@${k}`, '@k'), k };
}

function lookUp(messages: Messages, prefix: string, id: string, part: string): string | undefined {
  const family = familyOf(id);
  for (const key of [id, family.key]) {
    const name = `${prefix}.${key}${part}`;
    if (messages.has(name)) return messages.text(name, { k: family.k });
  }
  return undefined;
}

/**
 * The name of a metric for readers. A remark in brackets in the stored label (weights, a lexical judge) is kept where the
 * catalogue's name lacks it; a metric the catalogue does not know goes by its stored label, else by its id.
 */
export function metricLabel(messages: Messages, id: string, stored?: string): string {
  const own = cleanLine(stored ?? '');
  const known = lookUp(messages, 'metric', id, '.label');
  if (known === undefined) return own === '' ? cleanLine(id) : own;
  const remark = /[(（][^()（）]*\d[^()（）]*[)）]$/.exec(own)?.[0];
  return remark === undefined || known.endsWith(remark) ? known : `${known} ${remark}`;
}

/** What a metric says, in one line; empty where the catalogue does not know it. */
export function metricExplanation(messages: Messages, id: string): string {
  return lookUp(messages, 'metric', id, '.explanation') ?? '';
}

/** A failure reason taken apart: `faithfulness_low(0.35)` is the reason `faithfulness_low` with the value `0.35`. */
export interface ReasonParts {
  readonly id: string;
  readonly value: string | null;
}

/** Takes the number in brackets off a failure reason. */
export function parseReason(reason: string): ReasonParts {
  const match = /^(.*)\((-?\d+(?:\.\d+)?(?:e[+-]\d+)?)\)$/s.exec(reason);
  return match === null ? { id: reason, value: null } : { id: match[1] ?? reason, value: match[2] ?? null };
}

/** The name of a failure reason for readers; a configured reason goes by its metric, else by its id. */
export function reasonLabel(messages: Messages, reason: string): string {
  const { id } = parseReason(reason);
  const known = lookUp(messages, 'reason', id, '');
  if (known !== undefined) return known;
  const derived = /^(.+)_(low|high)$/s.exec(id);
  if (derived === null) return cleanLine(id);
  return messages.text(`reason.metric_${derived[2]}`, { metric: metricLabel(messages, derived[1] ?? id) });
}

/**
 * The name of a failure reason, marked as unconfirmed where it rests on a metric whose judge agrees too little with humans
 * (Cohen's κ below 0.4 on a planned audit, METRICS §8.5).
 */
export function reasonLabelIn(messages: Messages, reason: string, scores: Pick<ScoresHead, 'agreement'>): string {
  const label = reasonLabel(messages, reason);
  const metric = /^(.+)_(?:low|high)$/s.exec(parseReason(reason).id)?.[1];
  const isUnconfirmed = metric !== undefined && getOwn(scores.agreement, metric)?.['unconfirmed'] === true;
  return isUnconfirmed ? messages.text('reason.unconfirmed', { reason: label }) : label;
}

/** What to do about a chain of causes, in one sentence: the text for the whole chain, else for its first cause. */
export function diagnose(messages: Messages, reasons: readonly string[]): string {
  const ids = reasons.map((reason) => parseReason(reason).id);
  for (const chain of [ids.join('+'), ...ids]) {
    const text = lookUp(messages, 'diagnosis', chain, '');
    if (text !== undefined) return text;
  }
  return messages.text('diagnosis.other');
}

/** Why a score is missing, for readers; an HTTP code names its number, an unknown code stands for itself. */
export function codeLabel(messages: Messages, code: string | null): string {
  if (code === null) return messages.text('code.none');
  const http = /^http_(\d+)$/.exec(code)?.[1];
  if (http !== undefined) return messages.text('code.http', { status: http });
  return messages.has(`code.${code}`) ? messages.text(`code.${code}`) : cleanLine(code);
}

/** The key of a slice for readers; the empty key is `unlabelled`. */
export function sliceLabel(messages: Messages, key: string): string {
  const text = cleanLine(key);
  return text === '' ? messages.text('slice.unlabelled') : text;
}
