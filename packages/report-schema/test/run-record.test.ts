import { describe, expect, it } from 'vitest';
import {
  checkRunRecord,
  documentIdOf,
  hashCase,
  hashInputs,
  parseRunRecord,
  ReportcardError,
  type RunRecordInput,
} from '../src/index.ts';

const minimal: RunRecordInput = {
  query_id: 'q1',
  user_input: 'why?',
  final_status: 'success',
  response: { answer: 'because' },
};

describe('a run record', () => {
  it('fills every optional field with null or empty', () => {
    const record = parseRunRecord(minimal);
    expect(record.reference).toBeNull();
    expect(record.first_token_ms).toBeNull();
    expect(record.reference_doc_ids).toEqual([]);
    expect(record.query_mode).toBe('default');
    expect(record.pass).toBe(0);
    expect(record.response?.results).toEqual([]);
  });

  it('keeps __proto__ and constructor as plain label names', () => {
    const labels = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>;
    const record = parseRunRecord({ ...minimal, labels });
    expect(Object.keys(record.labels)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(record.labels)).toBeNull();
  });

  it('names file, line and field of every problem at once', () => {
    const { problems } = checkRunRecord(
      { query_id: 'q', user_input: 3, final_status: 'done', response: { results: [{}] } },
      { file: 'runs/a.jsonl', line: 7 },
    );
    expect(problems?.map((problem) => problem.path)).toEqual(['user_input', 'response.results[0].id', 'final_status']);
    expect(problems?.every((problem) => problem.file === 'runs/a.jsonl' && problem.line === 7)).toBe(true);
  });

  it('takes a field that looks like a misspelling for an error', () => {
    const { problems } = checkRunRecord({ ...minimal, referense: 'x' });
    expect(problems?.[0]?.hint).toBe('did you mean "reference"?');
  });

  it('lets other unknown fields pass', () => {
    expect(checkRunRecord({ ...minimal, vendor_trace_identifier: 1 }).problems).toBeUndefined();
  });

  it('needs a response or an error', () => {
    const { problems } = checkRunRecord({ query_id: 'q', user_input: 'x', final_status: 'error' });
    expect(problems?.[0]?.message).toBe('at least one of response and error must be set');
  });

  it('refuses a newer version and says which package to upgrade', () => {
    expect(() => parseRunRecord({ ...minimal, schema_version: 2 })).toThrow(ReportcardError);
    const { problems } = checkRunRecord({ ...minimal, schema_version: 2 });
    expect(problems?.[0]?.hint).toContain('@reportcard/report-schema');
  });

  it('refuses NaN and Infinity', () => {
    expect(checkRunRecord({ ...minimal, latency_ms: Number.NaN }).problems).toHaveLength(1);
    expect(checkRunRecord({ ...minimal, latency_ms: Number.POSITIVE_INFINITY }).problems).toHaveLength(1);
  });
});

describe('content hashes', () => {
  const record = parseRunRecord({ ...minimal, reference: 'r', reference_doc_ids: ['d1'] });

  it('are the SHA-256 of canonical JSON', () => {
    // printf '{"reference":"r","reference_doc_ids":["d1"],"user_input":"why?"}' | sha256sum
    expect(hashCase(record)).toBe('1ec3791163bea8b564028926b6ae1da300fd42ebcd6f637f3e7d08bfae331b8b');
    // printf '{"answer":"because","final_status":"success","reference":"r","results":[],"user_input":"why?"}' | sha256sum
    expect(hashInputs(record)).toBe('68dbfc2d1b06388d573407a22e519dc16d456b2147e4eef4f88ff1521cb4da10');
  });

  it('change with the answer but not with times or labels', () => {
    expect(hashInputs({ ...record, latency_ms: 5, labels: { a: 'b' } })).toBe(hashInputs(record));
    expect(hashInputs({ ...record, final_status: 'refused' })).not.toBe(hashInputs(record));
  });
});

describe('the document of a result', () => {
  it.each([
    [{ id: 'c1', source: { document_id: 'd', source_key: 's' } }, 'd'],
    [{ id: 'c1', source: { source_key: 's', object_key: 'o' } }, 's'],
    [{ id: 'c1', source: { object_key: 'o' } }, 'o'],
    [{ id: 'c1', source: {} }, 'c1'],
    [{ id: 'c1', source: { document_id: '' } }, 'c1'],
  ])('%j is %s', (result, expected) => {
    expect(documentIdOf(result)).toBe(expected);
  });
});
