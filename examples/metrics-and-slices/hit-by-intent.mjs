import { createReadStream } from 'node:fs';
import { createOwnMetrics, resolvePolicies, scoreRecord, toMetricInfo } from '@reportcard/metrics';
import { hashCase, hashInputs, parseRunRecord, readJsonLines, ScoreTable } from '@reportcard/report-schema';
import { aggregateTable } from '@reportcard/slices';

const file = process.argv[2] ?? 'run.jsonl';
const policies = resolvePolicies('default');
const metrics = createOwnMetrics(policies);
const table = new ScoreTable();
for (const { id } of metrics) table.addMetric(id);

for await (const { value, line } of readJsonLines(createReadStream(file), { file })) {
  const record = parseRunRecord(value, { file, line });
  const sample = {
    ...record,
    sample_id: record.query_id,
    inputs_sha256: hashInputs(record),
    case_sha256: hashCase(record),
  };
  const row = table.addSample(sample);
  for (const [index, cell] of scoreRecord(record, metrics, policies).entries()) table.set(row, metrics[index].id, cell);
}

const info = Object.fromEntries(metrics.map((metric) => [metric.id, toMetricInfo(metric, policies)]));
const groups = aggregateTable(table, { metrics: info, quantile: 7, l2_key: 'l2' });

const { n_scored, ci95 } = groups.stats.overall['hit@5'];
console.log(
  `hit@5 ${groups.overall['hit@5']} of ${n_scored}, between ${ci95?.map((bound) => bound?.toFixed(2)).join(' and ')}`,
);
for (const [intent, values] of Object.entries(groups.by_intent_l2))
  console.log(`  ${intent}: ${values['hit@5']} of ${groups.stats.by_intent_l2[intent]['hit@5'].n_scored}`);
