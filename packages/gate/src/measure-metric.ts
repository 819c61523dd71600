import { getOwn, ReportcardError, type ScoresHead } from '@reportcard/report-schema';
import { findProblem, type Measurement, type MeasureOptions } from './measurement.ts';
import { resolveMetric } from './metric-target.ts';
import { blocksOf } from './slice-target.ts';

/** Measures `metric[@slice]`: one measurement a slice. Throws `usage` errors for what the run does not know. */
export function measureMetric(head: ScoresHead, target: string, options: MeasureOptions): Measurement[] {
  const { metric, info, slices } = resolveMetric(head, target, options.knownMetrics);
  if (info?.group === 'lexical' && !options.allowLexical) {
    throw new ReportcardError({
      code: 'usage',
      message: `${metric} comes from the lexical judge, which is unfit for thresholds`,
      hint: 'use a metric of a model judge, or allow it with --allow-lexical (allowLexical in the configuration)',
    });
  }
  return slices.map((slice) => {
    const blocks = blocksOf(head, slice);
    const stats = getOwn(blocks.stats, metric);
    const text = info === null ? 'this run does not have the metric' : findProblem(stats, options.minCoverage);
    return {
      metric,
      isMetric: true,
      slice,
      value: getOwn(blocks.values, metric) ?? null,
      n: stats?.n_scored ?? 0,
      coverage: stats?.coverage ?? null,
      ci95: stats?.ci95 ?? null,
      isNoisy: true,
      higherIsBetter: info?.higher_is_better ?? null,
      problem: text === null ? null : { text, canStillFail: false },
    };
  });
}

/** The share of the eligible samples that were scored, of a metric in a slice. */
export function measureCoverage(head: ScoresHead, target: string, options: MeasureOptions): Measurement[] {
  return measureMetric(head, target, { ...options, allowLexical: true }).map((measured) => ({
    ...measured,
    metric: `coverage:${measured.metric}`,
    isMetric: false,
    value: measured.coverage,
    ci95: null,
    isNoisy: false,
    higherIsBetter: true,
    problem: measured.coverage === null && measured.problem !== null ? measured.problem : null,
  }));
}
