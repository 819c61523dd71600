import type { EvidenceRecord } from '@reportcard/report-schema';
import { cleanText } from './clean-text.ts';
import type { EvidenceGroup, EvidenceItem, EvidenceView } from './review-index.ts';
import type { ReviewNames } from './review-port.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function readObjects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? cleanText(item) : '')) : [];
}

function readText(value: unknown): string {
  return typeof value === 'string' ? cleanText(value).trim() : '';
}

function readFlag(value: unknown): boolean | null {
  if (value === 1 || value === true) return true;
  return value === 0 || value === false ? false : null;
}

/** Statements with the verdict that carries their number; verdicts may come without it, in order. */
function joinVerdicts(texts: readonly string[], verdicts: readonly Json[]): EvidenceItem[] {
  return texts.map((text, index) => {
    const verdict = verdicts.find((item) => item['i'] === index) ?? verdicts[index];
    return { text, ok: readFlag(verdict?.['ok']), why: readText(verdict?.['why']) };
  });
}

/** How the details of each kind of evidence are read; a kind is known by its keys. */
const READERS: readonly ((details: Json) => EvidenceGroup | null)[] = [
  ({ statements, verdicts }) =>
    Array.isArray(statements)
      ? { title: 'evidence.statements', items: joinVerdicts(readTexts(statements), readObjects(verdicts)) }
      : null,
  ({ answer_statements, answer }) =>
    Array.isArray(answer_statements)
      ? { title: 'evidence.answer_statements', items: joinVerdicts(readTexts(answer_statements), readObjects(answer)) }
      : null,
  ({ reference_statements, reference }) =>
    Array.isArray(reference_statements)
      ? {
          title: 'evidence.reference_statements',
          items: joinVerdicts(readTexts(reference_statements), readObjects(reference)),
        }
      : null,
  ({ questions }) =>
    Array.isArray(questions)
      ? {
          title: 'evidence.questions',
          items: readObjects(questions).map((item) => ({
            text: readText(item['question']),
            ok: item['noncommittal'] === 1 ? false : null,
            why: typeof item['cosine'] === 'number' ? `cos ${item['cosine'].toFixed(3)}` : '',
          })),
        }
      : null,
];

/** By position of a context, from 0, what the judge said of its usefulness. */
export function readUsefulness(evidence: readonly EvidenceRecord[]): ReadonlyMap<number, EvidenceItem> {
  const verdicts = new Map<number, EvidenceItem>();
  for (const { details } of evidence) {
    for (const item of readObjects(details['useful'])) {
      const index = item['i'];
      if (typeof index !== 'number') continue;
      verdicts.set(index, { text: '', ok: readFlag(item['useful']), why: readText(item['why']) });
    }
  }
  return verdicts;
}

/** What stands behind one automatic score, for a reviewer. */
export function createEvidenceView(record: EvidenceRecord, unit: string, names: ReviewNames): EvidenceView {
  const groups = READERS.map((read) => read(record.details)).filter(
    (group): group is EvidenceGroup => group !== null && group.items.length > 0,
  );
  const repeats = record.repeats.map(({ value, status, code }) =>
    value === null ? names.unscored(status, code ?? null) : names.value(record.metric, unit, value),
  );
  return {
    metric: record.metric,
    decidedBy: `decided_by.${record.decided_by}`,
    model: cleanText(record.fingerprint.model),
    groups,
    repeats: repeats.length < 2 ? [] : repeats,
  };
}
