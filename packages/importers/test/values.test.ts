import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RepairLog } from '../src/importer.ts';
import { createMetricId, isLowerBetter, isOwnMetric, ragasMetricOf } from '../src/values/metric-names.ts';
import { parseList, parsePythonList } from '../src/values/parse-list.ts';
import { parseScore } from '../src/values/parse-score.ts';
import { normalizeSliceKey, normalizeTags } from '../src/values/slice-key.ts';
import { textOf } from '../src/values/text-of.ts';

const list = (value: unknown): unknown => parseList(value, new RepairLog());
const score = (value: unknown, decimalComma: boolean = false): unknown =>
  parseScore(value, { repairs: new RepairLog(), decimalComma, ratio: true });

/** A list as Python prints it, strings in single quotes. */
function pythonRepr(items: readonly string[]): string {
  const literal = (text: string): string =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`;
  return `[${items.map(literal).join(', ')}]`;
}

describe('parseList', () => {
  it.each([
    ["['a', \"it's\", None]", ['a', "it's", null]],
    ["['a'\n 'b']", ['a', 'b']],
    ["['caf\\xe9 \\u4e2d \\U0001f600']", ['café 中 😀']],
    ['["a", "b"]', ['a', 'b']],
    ["['']", ['']],
    ['[]', []],
    ['', null],
    ['nan', null],
    ['one text, with a comma', ['one text, with a comma']],
    ['a | b | c', ['a', 'b', 'c']],
    ['| a | b |', ['| a | b |']],
    ['[not a list', ['[not a list']],
    ["__import__('os')", ["__import__('os')"]],
    [
      [{ page_content: 'x' }, { text: 'y' }, 'z', null],
      ['x', 'y', 'z', null],
    ],
    [null, null],
  ])('reads %j', (value, expected) => {
    expect(list(value)).toEqual(expected);
  });

  it('reads back what Python prints', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (items) => {
        expect(parsePythonList(pythonRepr(items))).toEqual(items);
      }),
    );
  });
});

describe('parseScore', () => {
  it.each([
    [0.8, 0.8],
    ['0.8', 0.8],
    ['.8', 0.8],
    ['0.9999999999', 0.9999999999],
    ['1.0000000000000002', 1],
    ['-0.01', 0],
    ['80%', 0.8],
    ['80 %', 0.8],
    ['０．８', 0.8],
    ['[0.5]', 0.5],
    [true, 1],
    ['Pass', 1],
    ['False', 0],
    ['1e-3', 0.001],
  ])('reads %j as %d', (value, expected) => {
    expect(score(value)).toEqual({ value: expected, status: 'ok' });
  });

  it.each([
    null,
    undefined,
    '',
    'nan',
    'NaN',
    'N/A',
    'None',
    '<NA>',
    '#N/A',
    'NaN (Groq limitation)',
    'error',
    Number.NaN,
    'inf',
  ])('reads %j as missing', (value) => {
    expect(score(value)).toEqual({ value: null, status: 'judge_error', code: 'import_nan' });
  });

  it('reads a decimal comma where the file writes them, and where nothing else can be meant', () => {
    expect(score('0,85', true)).toEqual({ value: 0.85, status: 'ok' });
    expect(score('0,85')).toEqual({ value: 0.85, status: 'ok' });
    expect(score('1,234')).toEqual({ value: null, status: 'judge_error', code: 'import_nan' });
  });

  it('refuses another scale for a metric between 0 and 1', () => {
    expect(() => score(85)).toThrow(
      expect.objectContaining({
        message: 'the score is out of range',
        hint: 'if the file has scores from 0 to 100, divide them by 100',
      }),
    );
  });
});

describe('slice keys', () => {
  it('fold radicals, look-alikes and blanks, nothing else', () => {
    expect(normalizeSliceKey(' ⽔⽕\u3000 灾\u00a0')).toBe('水火 灾');
    expect(normalizeSliceKey('Ａ①')).toBe('Ａ①');
  });

  it('are stable: normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeSliceKey(normalizeSliceKey(text))).toBe(normalizeSliceKey(text));
      }),
    );
  });

  it('read tags out of lists and quoted texts', () => {
    expect(normalizeTags(' web , ada-session ')).toBe('web,ada-session');
    expect(normalizeTags('["web","mobile"]')).toBe('web,mobile');
    expect(normalizeTags(null)).toBe('');
  });
});

describe('metric names', () => {
  it.each([
    ['Answer Relevance', 'answer_relevancy'],
    ['response_relevancy', 'answer_relevancy'],
    ['faithfulness_score', 'faithfulness'],
    ['ragas.context_recall', 'context_recall'],
    ['llm_context_precision_with_reference', 'context_precision'],
    ['llm_context_precision_without_reference', undefined],
    ['context_utilization', undefined],
    ['hallucination', undefined],
  ])('%s is %s', (name, expected) => {
    expect(ragasMetricOf(name)).toBe(expected);
  });

  it.each([
    ['G-Eval: Tone!', 'deepeval', 'deepeval_g_eval_tone'],
    ['evidence_recall@5', '', 'evidence_recall@5'],
    ['a=b@c', '', 'a_b_c'],
    ['deepeval_tone', 'deepeval', 'deepeval_tone'],
    ['语气', '', '语气'],
    ['///', '', 'score'],
  ])('%s becomes the id of a metric', (name, prefix, expected) => {
    expect(createMetricId(name, prefix)).toBe(expected);
  });

  it('tell own metrics and those of which less is better', () => {
    expect(['hit@5', 'ttft_p50_ms', 'false_refusal_rate', 'evidence_recall@5'].map(isOwnMetric)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(['deepeval_hallucination', 'toxicity', 'phoenix_bias', 'helpfulness'].map(isLowerBetter)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('textOf', () => {
  it.each([
    [{ question: 'When?' }, 'When?'],
    [
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: [{ type: 'text', text: 'b' }] },
        ],
      },
      'b',
    ],
    [{ anything: 'x' }, 'x'],
    [{ a: 1, b: 2 }, '{"a":1,"b":2}'],
    [380, '380'],
    [null, null],
  ])('finds the text of %j', (value, expected) => {
    expect(textOf(value)).toBe(expected);
  });
});
