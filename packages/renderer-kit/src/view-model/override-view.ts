import { getOwn, type Override, type ScoresHead } from '@reportcard/report-schema';
import { cleanLine } from '../escape/clean-text.ts';
import { formatDelta } from '../format/comparison.ts';
import { DECIMAL, type NumberStyle, styleOf } from '../format/number-style.ts';
import { formatValue } from '../format/value.ts';
import { codeLabel, metricLabel } from '../messages/labels.ts';
import type { Messages } from '../messages/messages.ts';

/** One human score beside what it replaced. */
export interface OverrideRow {
  readonly sample_id: string;
  readonly metric: string;
  readonly label: string;
  /** The automatic value, or why there was none. */
  readonly before: string;
  readonly after: string;
  readonly reviewer: string;
  readonly reason: string;
  readonly at: string;
}

/** What the human scores did to a metric's mean. */
export interface OverrideEffect {
  readonly metric: string;
  readonly label: string;
  readonly n: number;
  readonly before: number | null;
  readonly after: number | null;
  readonly shown: { readonly before: string; readonly after: string; readonly difference: string };
}

/** Human scores of a run as a page shows them. */
export interface OverrideView {
  /** Human scores in force. */
  readonly n: number;
  /** Samples they belong to. */
  readonly n_samples: number;
  readonly policy: string;
  readonly effects: readonly OverrideEffect[];
  readonly rows: readonly OverrideRow[];
  /** Not applied because the sample has changed or gone. */
  readonly stale: readonly {
    readonly sample_id: string;
    readonly label: string;
    readonly after: string;
    readonly why: string;
  }[];
  /** Human scores that were there last time and are blank now. */
  readonly n_cleared: number;
}

function styleFor(scores: ScoresHead, metric: string): NumberStyle {
  const info = getOwn(scores.metrics, metric);
  return info === undefined ? DECIMAL : styleOf(metric, info);
}

function describeBefore(override: Override, style: NumberStyle, messages: Messages): string {
  const { value, status, code } = override.auto;
  if (value !== null) return formatValue(value, style);
  return code === undefined ? messages.text(`status.${status}`) : codeLabel(messages, code);
}

function createEffects(scores: ScoresHead, messages: Messages): readonly OverrideEffect[] {
  const counts = new Map<string, number>();
  for (const { metric } of scores.meta.overrides) counts.set(metric, (counts.get(metric) ?? 0) + 1);
  const changed = Object.keys(scores.metrics).filter(
    (metric) => counts.has(metric) || getOwn(scores.overall_auto, metric) !== undefined,
  );
  return changed.map((metric) => {
    const style = styleFor(scores, metric);
    const before = getOwn(scores.overall_auto, metric) ?? null;
    const after = getOwn(scores.overall, metric) ?? null;
    const difference = before === null || after === null ? null : after - before;
    return {
      metric,
      label: metricLabel(messages, metric, getOwn(scores.metrics, metric)?.label),
      n: counts.get(metric) ?? 0,
      before,
      after,
      shown: {
        before: formatValue(before, style),
        after: formatValue(after, style),
        difference: formatDelta(difference, style),
      },
    };
  });
}

/** The human scores, before and after; all lists are empty where there are none. */
export function createOverrideView(scores: ScoresHead, messages: Messages): OverrideView {
  const { meta } = scores;
  const label = (metric: string): string => metricLabel(messages, metric, getOwn(scores.metrics, metric)?.label);
  return {
    n: meta.manual_overrides,
    n_samples: new Set(meta.overrides.map((override) => override.sample_id)).size,
    policy: meta.manual_policy,
    effects: createEffects(scores, messages),
    rows: meta.overrides.map((override) => ({
      sample_id: override.sample_id,
      metric: override.metric,
      label: label(override.metric),
      before: describeBefore(override, styleFor(scores, override.metric), messages),
      after: formatValue(override.manual, styleFor(scores, override.metric)),
      reviewer: cleanLine(override.reviewer ?? ''),
      reason: cleanLine(override.reason ?? ''),
      at: override.at,
    })),
    stale: meta.overrides_stale.map((stale) => ({
      sample_id: stale.sample_id,
      label: label(stale.metric),
      after: formatValue(stale.manual, styleFor(scores, stale.metric)),
      why: cleanLine(stale.why),
    })),
    n_cleared: meta.overrides_cleared,
  };
}
