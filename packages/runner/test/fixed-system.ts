import { type ObjectStore, readText } from '@reportcard/object-store';
import type { CaseInput, RunRecord } from '@reportcard/report-schema';
import { parseJson, parseRunRecord } from '@reportcard/report-schema';
import { type Benchmark, type BenchmarkRunUnit, type KnowledgeBase, QueryFailure } from '../src/index.ts';

/** `q1`, `q2`, … with the question `ask q1`. */
export function numberedCases(count: number): CaseInput[] {
  return Array.from({ length: count }, (_, index) => ({
    query_id: `q${index + 1}`,
    user_input: `ask q${index + 1}`,
    reference_doc_ids: ['d1'],
    intent_l1: 'A',
    intent_l2: 'A1',
  }));
}

/** A benchmark of two documents over the given cases. */
export function createBenchmark(
  cases: readonly CaseInput[],
  extra: { units?: readonly BenchmarkRunUnit[]; name?: string; evaluators?: Benchmark['evaluators'] } = {},
): Benchmark {
  const { units, evaluators } = extra;
  return {
    manifest: { name: extra.name ?? 'small', version: '1', split: 'test' },
    documents: () => [
      { document_id: 'd1', name: 'one.txt', text: 'first document' },
      { document_id: 'd2', name: 'two.txt', text: 'second document' },
    ],
    cases: () => cases,
    ...(units === undefined ? {} : { run_units: () => units }),
    ...(evaluators === undefined ? {} : { evaluators }),
  };
}

/** Answers `answer to <question>` at once from document d1. */
export function createEcho(name = 'echo'): KnowledgeBase {
  return {
    name,
    manifest: () => ({ name, kind: 'echo' }),
    query: (question) => ({
      answer: `answer to ${question}`,
      results: [{ id: 'c1', text: 'first document', source: { document_id: 'd1' } }],
    }),
  };
}

/** All records of a run file, in file order. */
export async function readRecords(store: ObjectStore, key: string): Promise<RunRecord[]> {
  const text = (await readText(store, key)) ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parseRunRecord(parseJson(line)));
}

/** Waits without keeping anything busy. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Streams `answer to <question>` word by word after a delay of 0 to 4 ms that depends on the question alone; every seventh question fails. */
export function createNumberedSystem(delayMs = 0): KnowledgeBase {
  return {
    name: 'numbered',
    manifest: () => ({ name: 'numbered' }),
    async *query(question) {
      const number = Number(question.slice('ask q'.length));
      await sleep(delayMs + ((number * 7) % 5));
      if (number % 7 === 0) throw new QueryFailure({ message: 'every seventh', error_type: 'http_404' });
      for (const word of `answer to ${question}`.split(' ')) yield { type: 'answer_delta', text: `${word} ` };
      yield { type: 'results', results: [{ id: `c${number}`, text: '文'.repeat(200), source: { document_id: 'd1' } }] };
    },
  };
}
