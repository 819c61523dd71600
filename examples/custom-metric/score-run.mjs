import { createReadStream } from 'node:fs';
import { createOwnMetrics, resolvePolicies, scoreRecord } from '@reportcard/metrics';
import { parseRunRecord, readJsonLines } from '@reportcard/report-schema';
import { answerFits } from './answer-length.mjs';

const file = process.argv[2] ?? 'run.jsonl';
const policies = resolvePolicies('default');
const metrics = [...createOwnMetrics(policies).filter(({ id }) => id === 'hit@5'), answerFits];

for await (const { value, line } of readJsonLines(createReadStream(file), { file })) {
  const record = parseRunRecord(value, { file, line });
  const cells = scoreRecord(record, metrics, policies);
  console.log(
    record.query_id,
    metrics.map(({ id }, index) => `${id}=${cells[index]?.value ?? cells[index]?.code}`).join(' '),
  );
}
