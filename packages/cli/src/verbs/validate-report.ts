import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '@reportcard/report-schema';
import { checkFile } from './validate-file.ts';

/** How an artefact names the `_scores.json` it was made from. */
const ARTEFACTS = [
  { file: 'report.md', digits: 64 },
  { file: 'slides.html', digits: 64 },
  { file: 'per_sample.csv', digits: 16 },
  { file: 'failures.jsonl', digits: 16 },
] as const;

function checkArtefact(folder: string, shown: string, file: string, wanted: string): Problem | undefined {
  const full = path.join(folder, file);
  if (!existsSync(full)) return undefined;
  const text = readFileSync(full, 'utf8');
  if (text.includes(wanted) || (file === 'failures.jsonl' && text.trim() === '')) return undefined;
  return {
    file: `${shown}/${file}`,
    message: 'the artefact was made from other scores',
    expected: `scores_sha256 ${wanted}`,
    hint: 'run reportcard report again',
  };
}

/** Checks a report folder: its scores, and that every artefact was made from them. */
export async function checkReportFolder(
  folder: string,
  shown: string,
): Promise<{ file: string; kind: string; n: number; problems: readonly Problem[] }[]> {
  const scores = path.join(folder, '_scores.json');
  const name = `${shown.replace(/\/$/, '')}/_scores.json`;
  const checked = await checkFile({ name, open: () => createReadStream(scores) });
  const sha256 = createHash('sha256').update(readFileSync(scores)).digest('hex');
  const problems = ARTEFACTS.flatMap(
    ({ file, digits }) => checkArtefact(folder, shown.replace(/\/$/, ''), file, sha256.slice(0, digits)) ?? [],
  );
  return [{ file: name, ...checked, problems: [...checked.problems, ...problems] }];
}
