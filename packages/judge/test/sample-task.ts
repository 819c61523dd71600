import { type JudgeTask, resolvePolicies } from '@reportcard/metrics';
import { hashInputs, RAGAS_ORDER, type RunRecordInput, RunRecordSchema } from '@reportcard/report-schema';

export const policies: ReturnType<typeof resolvePolicies> = resolvePolicies('default');

/** A sample whose five metrics must be judged: 8 + k = 10 judge calls and 2 embedding batches when nothing is shared. */
export function sampleTask(
  id: string,
  changes: Partial<RunRecordInput> = {},
  metrics: readonly string[] = RAGAS_ORDER,
): JudgeTask {
  const record = RunRecordSchema.parse({
    query_id: id,
    user_input: `Which warranty has lock ${id}?`,
    reference: `Lock ${id} has two years of warranty.`,
    requires_rag: true,
    should_refuse: false,
    final_status: 'success',
    response: {
      results: [
        { id: `${id}-1`, text: `Lock ${id} comes with two years of warranty.` },
        { id: `${id}-2`, text: 'Opening hours are nine to five.' },
      ],
      answer: `Lock ${id} has two years of warranty. It is painted red.`,
    },
    ...changes,
  });
  return { sample_id: id, record, inputs_sha256: hashInputs(record), metrics };
}

export function sampleTasks(n: number): JudgeTask[] {
  return Array.from({ length: n }, (_, index) => sampleTask(`Q${index}`));
}
