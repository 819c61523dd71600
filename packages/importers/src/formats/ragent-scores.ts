import {
  createRecord,
  describeValue,
  parseJson,
  RAGAS_ORDER,
  ReportcardError,
  replaceNanLiterals,
  type ScoreState,
  type TextRecord,
} from '@reportcard/report-schema';
import { type ImportFile, type RepairLog, readWholeText } from '../importer.ts';
import { parseScore } from '../values/parse-score.ts';

/** The RAGAS scores of the article's `_scores.json`, by sample. */
export interface RagentScores {
  /** RAGAS metrics the file has, in report order. */
  readonly metrics: readonly string[];
  readonly queryIds: readonly string[];
  readonly judgeModel: string | undefined;
  readonly embedderModel: string | undefined;
  /** Scores of one query; null in the file becomes `judge_error/import_nan`, an absent one has no entry. */
  of(queryId: string): TextRecord<ScoreState>;
}

interface RagentMetric {
  readonly name: string;
  readonly per_sample: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function toMetrics(document: unknown, file: string): RagentMetric[] {
  const metrics = isObject(document) ? document['metrics'] : undefined;
  if (!Array.isArray(metrics)) {
    throw new ReportcardError({
      code: 'data',
      file,
      path: 'metrics',
      message: "this is no _scores.json of the article's code line",
      expected: 'a list of metrics with name and per_sample',
      got: describeValue(metrics),
    });
  }
  return metrics.map((metric: unknown, index) => {
    const name = isObject(metric) ? metric['name'] : undefined;
    const perSample = isObject(metric) ? (metric['per_sample'] ?? {}) : undefined;
    if (!isObject(metric) || typeof name !== 'string' || !isObject(perSample)) {
      throw new ReportcardError({
        code: 'data',
        file,
        path: `metrics[${index}]`,
        message: 'this is no metric',
        expected: 'an object with name and per_sample',
        got: describeValue(metric),
      });
    }
    return { name, per_sample: perSample, meta: isObject(metric['meta']) ? metric['meta'] : {} };
  });
}

function toState(value: unknown, place: string, file: string, repairs: RepairLog): ScoreState {
  if (value === null) return { value: null, status: 'judge_error', code: 'import_nan' };
  if (typeof value === 'number') return parseScore(value, { repairs, file, metric: place, ratio: true });
  throw new ReportcardError({
    code: 'data',
    file,
    path: place,
    message: 'this is no score',
    expected: 'a number from 0 to 1, or null',
    got: describeValue(value),
  });
}

/** Reads the article's `_scores.json`; bare NaN counts as null and is told. Throws `data` errors. */
export async function readRagentScores(file: ImportFile, repairs: RepairLog): Promise<RagentScores> {
  const { text, replaced } = replaceNanLiterals(await readWholeText(file));
  repairs.add('bare_nan', 'bare NaN was read as a missing score', replaced);
  const all = toMetrics(parseJson(text, { file: file.name }), file.name);
  const wanted = RAGAS_ORDER.flatMap((name) => all.filter((metric) => metric.name === name));
  repairs.add(
    'recomputed',
    'own metrics of the score file were left out: score computes them from the records',
    all.length - wanted.length,
  );
  const samples = new Map<string, TextRecord<ScoreState>>();
  for (const metric of wanted) {
    for (const [queryId, value] of Object.entries(metric.per_sample)) {
      const scores = samples.get(queryId) ?? createRecord<ScoreState>();
      scores[metric.name] = toState(
        value,
        `metrics.${metric.name}.per_sample[${JSON.stringify(queryId)}]`,
        file.name,
        repairs,
      );
      samples.set(queryId, scores);
    }
  }
  const textOf = (key: string): string | undefined => {
    const value = wanted[0]?.meta[key];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    metrics: wanted.map((metric) => metric.name),
    queryIds: [...samples.keys()],
    judgeModel: textOf('judge_model'),
    embedderModel: textOf('embedding_model'),
    of: (queryId) => samples.get(queryId) ?? createRecord(),
  };
}
