import { changeset } from './apply-plan.mjs';

function metricSource({ snake, camel, title }) {
  return `import { defineMetric, type MetricDefinition } from '../metric-definition.ts';
import { outsideSuccess } from '../population.ts';
import { isRecorded } from '../prepared-sample.ts';
import { createFlag, NOT_RECORDED_CELL } from '../score-cell.ts';

/** \`${snake}\`: the answer names a number. */
export const ${camel}: MetricDefinition = defineMetric({
  id: '${snake}',
  label: '${title}',
  description: '1 when the answer names a number. Over successful requests.',
  score: (sample) => {
    const outside = outsideSuccess(sample.record);
    if (outside !== null) return outside;
    return isRecorded(sample, 'answer') ? createFlag(/\\d/.test(sample.answer)) : NOT_RECORDED_CELL;
  },
});
`;
}

function metricTest({ kebab, snake, camel }) {
  return `import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RunRecordInput } from '@reportcard/report-schema';
import { describe, expect, it } from 'vitest';
import { createOwnMetrics, resolvePolicies, scoreRecord } from '../../src/index.ts';
import { ${camel} } from '../../src/own/${kebab}.ts';
import { sampleRecord } from '../sample-record.ts';

interface WorkedCase {
  readonly title: string;
  readonly changes: Partial<RunRecordInput>;
  readonly cell: unknown;
}

const file = path.resolve(import.meta.dirname, '../../../../fixtures/metrics/${kebab}.json');
const cases: readonly WorkedCase[] = JSON.parse(readFileSync(file, 'utf8'));
const policies = resolvePolicies('default');

describe('${snake}', () => {
  it.each(cases)('$title', ({ changes, cell }) => {
    expect(scoreRecord(sampleRecord(changes), [${camel}], policies)).toEqual([cell]);
  });

  it('is computed when the configuration asks for it, and not otherwise', () => {
    const ids = (further: '${snake}'[]): readonly string[] =>
      createOwnMetrics(resolvePolicies('default', { further })).map(({ id }) => id);
    expect(ids([])).not.toContain('${snake}');
    expect(ids(['${snake}'])).toContain('${snake}');
  });
});
`;
}

const CASES = [
  {
    title: 'is 1 when the answer names a number',
    changes: { response: { answer: 'It takes 3 days.' } },
    cell: { value: 1, status: 'ok' },
  },
  {
    title: 'is 0 when it names none',
    changes: { response: { answer: 'It takes a while.' } },
    cell: { value: 0, status: 'ok' },
  },
  { title: 'is 0 for a blank answer', changes: { response: { answer: '' } }, cell: { value: 0, status: 'ok' } },
  {
    title: 'does not speak of failed requests',
    changes: { final_status: 'error', response: null, error: { message: 'gone' } },
    cell: { value: null, status: 'not_applicable', code: 'request_failed' },
  },
  {
    title: 'is missing, never 0, where no answer was recorded',
    changes: { not_recorded: ['answer'], response: {} },
    cell: { value: null, status: 'missing_input', code: 'not_recorded' },
  },
];

/**
 * A metric that \`metrics.further\` of the configuration asks for. The formula is an example to be replaced; population,
 * statuses, registration, labels, worked cases and changeset are what every metric needs.
 */
export function planMetric(forms) {
  const { kebab, snake, camel, title } = forms;
  return {
    files: {
      [`packages/metrics/src/own/${kebab}.ts`]: metricSource(forms),
      [`packages/metrics/test/own/${kebab}.test.ts`]: metricTest(forms),
      [`fixtures/metrics/${kebab}.json`]: `${JSON.stringify(CASES, null, 2)}\n`,
      [`.changeset/metric-${kebab}.md`]: changeset(
        { '@reportcard/metrics': 'minor', '@reportcard/report-schema': 'minor', '@reportcard/renderer-kit': 'minor' },
        `\`metrics.further: ['${snake}']\` adds ${snake}: whether the answer names a number.`,
      ),
    },
    edits: [
      {
        file: 'packages/metrics/src/own-metrics.ts',
        before: '\n/** Families that are made only',
        insert: `import { ${camel} } from './own/${kebab}.ts';\n`,
      },
      {
        file: 'packages/metrics/src/own-metrics.ts',
        after: '  nice_hit: (ks) => ks.map(createNiceHit),\n',
        insert: `  ${snake}: () => [${camel}],\n`,
      },
      { file: 'packages/metrics/src/metric-policies.ts', before: '] as const;\n/** `mrr`', insert: `, '${snake}'` },
      {
        file: 'packages/metrics/README.md',
        after: '### The own metrics\n',
        insert: `\n\`${snake}\` (asked for by \`further\`): whether the answer names a number; over successful requests.\n`,
      },
      { file: 'packages/report-schema/src/config.ts', after: "'nice_hit'", insert: `, '${snake}'` },
      {
        file: 'packages/report-schema/schemas/config.json',
        after: '"nice_hit"',
        insert: `,\n              "${snake}"`,
      },
      {
        file: 'packages/renderer-kit/src/messages/en/metrics.ts',
        before: "  'metric.nice_hit@k.label'",
        insert: `  'metric.${snake}.label': '${title}',\n  'metric.${snake}.explanation': 'Does the answer name a number',\n`,
      },
      {
        file: 'packages/renderer-kit/src/messages/zh-cn/metrics.ts',
        before: "  'metric.nice_hit@k.label'",
        insert: `  'metric.${snake}.label': '${title}',\n  'metric.${snake}.explanation': '回答里有具体数字吗',\n`,
      },
    ],
    packages: ['report-schema', 'metrics', 'renderer-kit'],
    next: [
      `write the formula in packages/metrics/src/own/${kebab}.ts and work its cases by hand in fixtures/metrics/${kebab}.json`,
    ],
  };
}
