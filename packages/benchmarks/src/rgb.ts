import { createAnswerContains } from '@reportcard/metrics';
import { type CaseInput, ReportcardError, readJsonLines } from '@reportcard/report-schema';
import type { Benchmark, BenchmarkDocument, BenchmarkRunUnit } from '@reportcard/runner';
import type { BenchmarkFormat } from './benchmark-format.ts';
import { inspectFile } from './file-facts.ts';
import { isFields, type JsonFields, requireText, textsOf } from './json-file.ts';
import { type NeededFile, requireFile } from './source-folder.ts';

const FROM = 'https://github.com/chen700564/RGB (data/)';
const SPLITS = ['zh_refine', 'zh', 'zh_int', 'zh_fact', 'en_refine', 'en', 'en_int', 'en_fact'];

function neededFile(split: string): NeededFile {
  return {
    names: [`data/${split}.json`, `${split}.json`],
    from: FROM,
    url: `https://raw.githubusercontent.com/chen700564/RGB/HEAD/data/${split}.json`,
  };
}

/** What a line gives: its case, and its passages by id. */
interface RgbLine {
  readonly input: CaseInput;
  readonly documents: readonly BenchmarkDocument[];
}

/** Accepted answers: a text, a list, or for questions of several parts a list of lists of ways to say each part. */
function answersOf(fields: JsonFields): { reference: string | null; answers: string[] } {
  const { answer } = fields;
  const parts = Array.isArray(answer) && answer.every(Array.isArray) && answer.length > 1;
  const texts = textsOf(answer);
  if (!parts) return { reference: texts[0] ?? null, answers: texts };
  const first = (answer as unknown[]).map((ways) => textsOf(ways)[0] ?? '').join('；');
  return { reference: first, answers: [first] };
}

function readRgbLine(fields: JsonFields, split: string, rejection: boolean, file: string, line: number): RgbLine {
  const id = requireText(fields, 'id', file, `line ${line}`);
  const passages = (kind: string): BenchmarkDocument[] =>
    textsOf(fields[kind]).map((text, index) => ({
      document_id: `${split}/${id}/${kind}/${index}`,
      name: null,
      text,
      media_type: 'text/plain',
    }));
  const positive = passages('positive');
  const others = [...passages('negative'), ...(rejection ? [] : passages('positive_wrong'))];
  const { reference, answers } = answersOf(fields);
  return {
    documents: rejection ? others : [...positive, ...others],
    input: {
      query_id: `${split}-${id}`,
      user_input: requireText(fields, 'query', file, `line ${line}`),
      reference: rejection ? null : reference,
      reference_answers: rejection ? [] : answers,
      reference_doc_ids: rejection ? [] : positive.map((document) => document.document_id),
      requires_rag: true,
      should_refuse: rejection,
      intent_l2: split,
      metadata: 'fakeanswer' in fields ? { fakeanswer: fields['fakeanswer'] } : {},
    },
  };
}

/** One unit a question: only its own passages can be retrieved, as in the paper. */
function unitsByCase(lines: readonly RgbLine[]): BenchmarkRunUnit[] {
  return lines.map(({ input, documents }) => ({
    unit_id: input.query_id,
    case_ids: [input.query_id],
    document_ids: documents.map((document) => document.document_id),
  }));
}

/** RGB: questions with passages that answer them and passages that do not. By default one knowledge base of all passages; `scope: 'case'` gives each question its own, as the paper does; `task: 'rejection'` leaves out what answers, so that every question has to be refused. */
export const rgbFormat: BenchmarkFormat = {
  format: 'rgb',
  title: 'RGB: noise, integration, counterfacts and rejection, Chinese and English',
  splits: SPLITS,
  options: { scope: "'corpus' (default) or 'case'", task: "'answer' (default) or 'rejection'" },
  language: (split) => (split.startsWith('zh') ? 'zh' : 'en'),
  files: (split) => [neededFile(split)],
  async open({ folder, split, options = {} }): Promise<Benchmark> {
    const file = await requireFile(folder, neededFile(split));
    const rejection = options['task'] === 'rejection';
    const lines: RgbLine[] = [];
    for await (const { line, value } of readJsonLines(file.open(), { file: file.name })) {
      if (!isFields(value))
        throw new ReportcardError({
          code: 'data',
          file: file.name,
          line,
          message: 'the line is no question',
          expected: 'an object',
        });
      lines.push(readRgbLine(value, split, rejection, file.name, line));
    }
    const manifest = {
      name: 'rgb',
      split,
      task_type: 'rag_qa',
      build_scope: options['scope'] === 'case' ? 'case' : 'corpus',
      homepage: 'https://github.com/chen700564/RGB',
      license: 'CC BY-NC-SA 4.0',
      metadata: { files: [await inspectFile(file, neededFile(split))], task: rejection ? 'rejection' : 'answer' },
    };
    return {
      manifest,
      documents: () => lines.flatMap(({ documents }) => documents),
      cases: () => lines.map(({ input }) => input),
      ...(options['scope'] === 'case' ? { run_units: () => unitsByCase(lines) } : {}),
      evaluators: () => [createAnswerContains()],
    };
  },
};
