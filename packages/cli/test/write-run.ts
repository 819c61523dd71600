import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RunRecordInput } from '@reportcard/report-schema';

/** Writes records as `runs/<name>.jsonl` of a workspace. */
export function writeRun(folder: string, name: string, records: readonly RunRecordInput[]): void {
  mkdirSync(path.join(folder, 'runs'), { recursive: true });
  writeFileSync(
    path.join(folder, 'runs', `${name}.jsonl`),
    records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  );
}

/** A record of an answerable question whose one reference document was found at rank 1, or not at all. */
export function createRecord(id: string, found: boolean, rest: Partial<RunRecordInput> = {}): RunRecordInput {
  return {
    query_id: id,
    user_input: `question ${id}`,
    reference: 'reference',
    reference_doc_ids: ['d'],
    requires_rag: true,
    intent_l1: 'SUPPORT',
    intent_l2: 'returns',
    final_status: 'success',
    first_token_ms: 100,
    latency_ms: 200,
    response: { answer: 'answer', results: [{ id: found ? 'd' : 'x' }] },
    ...rest,
  };
}

/** `n` records of which the first `hits` found their document. */
export function createRecords(n: number, hits: number, rest: Partial<RunRecordInput> = {}): RunRecordInput[] {
  return Array.from({ length: n }, (_, index) => createRecord(`q${index + 1}`, index < hits, rest));
}
