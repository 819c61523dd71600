import { readFileSync } from 'node:fs';
import { createFailureRules } from '@reportcard/failures';
import { applyManualOverrides, loadManualOverrides, reaggregate } from '@reportcard/manual-overrides';
import { parseScores } from '@reportcard/report-schema';
import { readSheet } from '@reportcard/score-sheet';
import { COLUMNS, readAutomaticScores } from './foreign-table.mjs';

const path = process.argv[2] ?? 'answers.csv';
const sheet = await readSheet(readFileSync(path), { path, columns: COLUMNS });
const table = readAutomaticScores(sheet);
const rules = createFailureRules();

const faithfulness = {
  label: 'Faithfulness',
  group: 'ragas',
  unit: 'ratio',
  higher_is_better: true,
  aggregate: 'mean',
};
const { meta } = parseScores({
  schema_version: 1,
  meta: {
    run_id: 'foreign',
    dataset: { name: path, n_samples: table.length },
    query_modes: ['default'],
    status: { success: table.length },
    policies: { dedupe: 'first', quantile: 7, fallback_phrases: [] },
    volatile: { created_at: new Date().toISOString() },
  },
  metrics: {},
  overall: {},
  by_intent_l1: {},
  by_intent_l2: {},
  stats: { overall: {}, by_intent_l1: {}, by_intent_l2: {}, by_label: {} },
  failures: { n_failed: 0, n_total: 0, by_reason: {}, combinations: [] },
  per_sample: {},
});
const automatic = reaggregate({ table, metrics: { faithfulness }, meta, rules });
const overrides = loadManualOverrides(sheet, automatic); // throws one error that lists every cell it cannot use
const effective = applyManualOverrides(automatic, overrides, { now: new Date().toISOString(), rules });

console.log(
  `faithfulness ${automatic.overall.faithfulness.toFixed(4)} -> ${effective.overall.faithfulness.toFixed(4)}`,
);
for (const { sample_id, auto, manual, reviewer, source } of effective.meta.overrides)
  console.log(`${sample_id}: ${auto.value} -> ${manual} by ${reviewer} (${source})`);
