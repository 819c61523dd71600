import {
  codeLabel,
  createMessages,
  formatValue,
  metricExplanation,
  metricLabel,
  parseReason,
  reasonLabel,
  styleOf,
} from '@reportcard/renderer-kit';
import type { MetricInfo } from '@reportcard/report-schema';
import type { ReviewNames } from '@reportcard/review-page';

/** Names and numbers on the review page, the same as on every other page. */
export function createReviewNames(locale: string): ReviewNames {
  const messages = createMessages(locale);
  return {
    metric: (id, stored) => metricLabel(messages, id, stored),
    explanation: (id) => metricExplanation(messages, id),
    reason: (reason) => {
      const { value } = parseReason(reason);
      return value === null ? reasonLabel(messages, reason) : `${reasonLabel(messages, reason)} ${value}`;
    },
    unscored: (status, code) => {
      const text = messages.text(`status.${status}`);
      return code === null ? text : `${text} · ${codeLabel(messages, code)}`;
    },
    finalStatus: (status) => messages.text(`final_status.${status}`),
    value: (metric, unit, value) => formatValue(value, styleOf(metric, { unit: unit as MetricInfo['unit'] })),
  };
}
