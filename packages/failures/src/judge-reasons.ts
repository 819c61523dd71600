import { createRecord, type EvidenceRecord, type TextRecord } from '@reportcard/report-schema';

const VERDICT_KEYS = ['ok', 'useful', 'attributed'] as const;

/**
 * By metric, what the judge said of the statements or contexts it held against a sample: the `why` of every verdict of 0
 * in the evidence, each text once, in order. Evidence for other inputs than the sample's is passed over.
 */
export function collectJudgeReasons(evidence: readonly EvidenceRecord[], inputsSha256: string): TextRecord<string[]> {
  const reasons = createRecord<string[]>();
  for (const record of evidence) {
    if (record.inputs_sha256 !== inputsSha256) continue;
    const texts = new Set(reasons[record.metric] ?? []);
    collectWhys(record.details, texts);
    if (texts.size > 0) reasons[record.metric] = [...texts];
  }
  return reasons;
}

function collectWhys(value: unknown, texts: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collectWhys(item, texts);
    return;
  }
  if (!isRecord(value)) return;
  const why = Object.hasOwn(value, 'why') ? value['why'] : undefined;
  const isHeldAgainst = VERDICT_KEYS.some(
    (key) => Object.hasOwn(value, key) && (value[key] === 0 || value[key] === false),
  );
  if (isHeldAgainst && typeof why === 'string' && why.trim() !== '') texts.add(why.trim());
  for (const item of Object.values(value)) collectWhys(item, texts);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
