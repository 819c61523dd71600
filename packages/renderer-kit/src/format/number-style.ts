import type { MetricInfo } from '@reportcard/report-schema';

/** How numbers of a metric are printed. */
export interface NumberStyle {
  readonly kind: 'percent' | 'decimal' | 'ms' | 'count';
  /** Decimal places that are shown unless more are needed. */
  readonly digits: number;
}

/** A share in percent with one decimal. */
export const PERCENT: NumberStyle = { kind: 'percent', digits: 1 };
/** A share in whole percent. */
export const WHOLE_PERCENT: NumberStyle = { kind: 'percent', digits: 0 };
/** A plain number with three decimals. */
export const DECIMAL: NumberStyle = { kind: 'decimal', digits: 3 };
/** A plain number with two decimals. */
export const SHORT_DECIMAL: NumberStyle = { kind: 'decimal', digits: 2 };
/** Whole milliseconds. */
export const MILLISECONDS: NumberStyle = { kind: 'ms', digits: 0 };
/** A count of things, no decimals. */
export const COUNT: NumberStyle = { kind: 'count', digits: 0 };

/** Metrics that are a share of samples or of documents, and are read as a percentage. */
const SHARE_OF_SOMETHING =
  /^(intent_top1|answer_contains|answer_exact_match|.*_rate|(hit|recall|nice_hit|recall_inclusive|evidence_recall|beir_recall|beir_precision)@\d+)$/;

/** The style of a metric: shares as percent, other ratios as a decimal, times in ms, counts as whole numbers. */
export function styleOf(metric: string, info: Pick<MetricInfo, 'unit'>): NumberStyle {
  if (info.unit === 'ms') return MILLISECONDS;
  if (info.unit === 'count') return COUNT;
  return SHARE_OF_SOMETHING.test(metric) ? PERCENT : DECIMAL;
}

/** The same style with fewer digits, for narrow tables: 59 % and 0.61. */
export function shortStyle(style: NumberStyle): NumberStyle {
  if (style.kind === 'percent') return WHOLE_PERCENT;
  return style.kind === 'decimal' ? SHORT_DECIMAL : style;
}
