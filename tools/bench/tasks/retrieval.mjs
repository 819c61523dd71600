import { computeHit, computeRecall, computeReciprocalRank, rankReferences } from '@reportcard/metrics';
import { createRandom } from '../random.mjs';
import { section } from './section.mjs';

// Hit and recall at 1, 3, 5, 10 and the reciprocal rank of queries with ten ranked documents and 1 to 3 relevant ones.
const queries = Number(process.argv[2]);
const random = createRandom(5);
const document = () => `doc_${String(Math.floor(random() * 5000)).padStart(5, '0')}`;
const pool = Array.from({ length: 1000 }, () => ({
  ranking: [...new Set(Array.from({ length: 12 }, document))].slice(0, 10),
  relevant: [...new Set(Array.from({ length: 1 + Math.floor(random() * 3) }, document))],
}));
for (const entry of pool) if (random() < 0.8) entry.relevant[0] = entry.ranking[Math.floor(random() * 10)];
await section(() => {
  let sum = 0;
  for (let query = 0; query < queries; query += 1) {
    const { ranking, relevant } = pool[query % pool.length];
    const ranks = rankReferences(ranking, relevant);
    for (const k of [1, 3, 5, 10]) sum += computeHit(ranks, k) + (computeRecall(ranks, k) ?? 0);
    sum += computeReciprocalRank(ranks, 10);
  }
  return { sum };
});
