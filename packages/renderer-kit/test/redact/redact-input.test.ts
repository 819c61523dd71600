import { createRecord, type SheetState } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { redactEvidence, redactInput, redactJson, redactRecord, redactText } from '../../src/index.ts';
import { createFixture, createFullInput } from '../../src/testing/index.ts';

const MARKER = 'Zebra 4711';

describe('redactText', () => {
  it('says how long a text was', () => {
    expect(redactText('你好😀')).toBe('[3 chars]');
    expect(redactText('')).toBe('[0 chars]');
  });
});

describe('redactJson', () => {
  it('keeps ids, numbers and the shape', () => {
    const value = {
      document_id: 'd1',
      ids: ['a', 'b'],
      ranking: ['x'],
      page_index: 4,
      ok: true,
      note: 'secret',
      list: ['s'],
    };
    expect({ ...(redactJson(value) as object) }).toEqual({
      document_id: 'd1',
      ids: ['a', 'b'],
      ranking: ['x'],
      page_index: 4,
      ok: true,
      note: '[6 chars]',
      list: ['[1 chars]'],
    });
  });
});

describe('redactInput', () => {
  const record = createFullInput().records?.get('S1-01');

  it('replaces every text of a record and keeps its ids', () => {
    expect(record).toBeDefined();
    const secret = {
      ...(record as NonNullable<typeof record>),
      user_input: MARKER,
      reference: MARKER,
      reference_answers: [MARKER],
      reference_contexts: [MARKER],
      evidence: [
        {
          reference_id: 'e1',
          locator: createRecord<unknown>([['quote', MARKER]]),
          text: MARKER,
          metadata: createRecord<unknown>(),
        },
      ],
      error: {
        message: MARKER,
        error_type: 'x',
        retryable: false,
        metadata: createRecord<unknown>([['body', MARKER]]),
      },
      metadata: createRecord<unknown>([['thinking', MARKER]]),
      response: {
        mode: 'default',
        results: [
          {
            id: 'chunk-0',
            text: MARKER,
            score: 1,
            kind: null,
            source: createRecord<unknown>([
              ['document_id', 'guide-1'],
              ['title', MARKER],
            ]),
            metadata: createRecord<unknown>([['snippet', MARKER]]),
          },
        ],
        answer: MARKER,
        citations: [
          {
            id: 'c1',
            result_id: null,
            source: createRecord<unknown>(),
            text: MARKER,
            metadata: createRecord<unknown>(),
          },
        ],
        trace: [{ stage: 's', message: MARKER, metadata: createRecord<unknown>([['prompt', MARKER]]) }],
        metadata: createRecord<unknown>([
          ['ranking', ['guide-1']],
          ['raw', MARKER],
        ]),
      },
    };
    const redacted = redactRecord(secret);
    expect(JSON.stringify(redacted)).not.toContain(MARKER);
    expect(redacted.query_id).toBe('S1-01');
    expect(redacted.response?.results[0]?.source['document_id']).toBe('guide-1');
    expect(redacted.response?.metadata['ranking']).toEqual(['guide-1']);
    expect(redacted.reference_doc_ids).toEqual(['guide-1']);
  });

  it('replaces what a judge wrote', () => {
    const [evidence] = createFullInput().evidence?.get('S1-01') ?? [];
    expect(evidence?.details['statements']).toEqual(['M8 支持无线充电']);
    expect(redactEvidence(evidence as NonNullable<typeof evidence>).details['statements']).toEqual(['[9 chars]']);
  });

  it('keeps manual cells, ids and reviewers of a sheet, and no note', () => {
    const sheet: SheetState = {
      path: 'per_sample.csv',
      columns: [
        'query_id',
        'user_input',
        'faithfulness',
        'faithfulness_manual',
        'manual_reviewer',
        'manual_reason',
        'note',
        'rank',
      ],
      rows: [
        {
          record: 1,
          cells: {
            query_id: 'S1-01',
            user_input: MARKER,
            faithfulness: '0.35',
            faithfulness_manual: '80%',
            manual_reviewer: 'reviewer-1',
            manual_reason: MARKER,
            note: MARKER,
            rank: '3',
          },
        },
      ],
      format: 'csv',
      dialect: { encoding: 'utf-8', delimiter: ',', decimal_comma: false, guessed: false },
    };
    const { sheet: redacted } = redactInput({ ...createFullInput(), sheet });
    expect({ ...redacted?.rows[0]?.cells }).toEqual({
      query_id: 'S1-01',
      user_input: '[10 chars]',
      faithfulness: '0.35',
      faithfulness_manual: '80%',
      manual_reviewer: 'reviewer-1',
      manual_reason: '[10 chars]',
      note: '[10 chars]',
      rank: '3',
    });
  });

  it('replaces the reasons of human scores and the texts of failures, and leaves its input alone', () => {
    const input = createFullInput();
    const redacted = redactInput(input);
    expect(redacted.scores.meta.overrides[0]?.reason).toBe('[8 chars]');
    expect(redacted.failures[0]).toMatchObject({
      query_id: 'S1-14',
      user_input: '[31 chars]',
      response_preview: '[9 chars]',
      retrieved_doc_ids: ['faq-7', 'faq-9'],
    });
    expect(input.failures).toEqual(createFullInput().failures);
    expect(redacted.scores.overall).toEqual(input.scores.overall);
  });

  it('replaces questions and answers of a Heta report', () => {
    const report = {
      schema_version: '1' as const,
      report_id: 'r',
      report_key: null,
      benchmark: {
        name: 'b',
        version: null,
        split: null,
        task_type: null,
        build_scope: null,
        homepage: null,
        license: null,
        citation: null,
        metadata: createRecord<unknown>(),
      },
      knowledge_base_name: null,
      knowledge_base_manifest: null,
      recipe_manifest: null,
      query_modes: [],
      score_summary: createRecord<number | boolean | string | null>(),
      case_results: [
        {
          case_id: 'c1',
          query: MARKER,
          query_mode: 'default',
          scores: [{ name: 's', value: 1, passed: null, metadata: createRecord<unknown>([['why', MARKER]]) }],
          response: null,
          latency_ms: 1,
          error: MARKER,
          metadata: createRecord<unknown>([['note', MARKER]]),
        },
      ],
      started_at: null,
      finished_at: null,
      metadata: createRecord<unknown>(),
    };
    const redacted = redactInput({ ...createFixture('bare scores'), report });
    expect(JSON.stringify(redacted.report)).not.toContain(MARKER);
    expect(redacted.report?.case_results[0]?.case_id).toBe('c1');
  });

  it('adds nothing that was not there', () => {
    expect(Object.keys(redactInput(createFixture('bare scores'))).sort()).toEqual([
      'failures',
      'scores',
      'scores_sha256',
    ]);
  });
});
