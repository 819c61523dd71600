import { createFileStore } from '@reportcard/object-store';
import { recordBenchmark } from '../src/index.ts';
import { createBenchmark, createNumberedSystem, numberedCases } from './fixed-system.ts';

/** Records `<count>` questions into `<folder>`, resuming, and prints a line a record; made to be killed. */
const [folder = '.', count = '10'] = process.argv.slice(2);
const result = await recordBenchmark({
  benchmark: createBenchmark(numberedCases(Number(count))),
  // slow enough to be killed in the middle by a busy parent
  knowledgeBase: createNumberedSystem(40),
  store: createFileStore(folder),
  runId: 'r',
  resume: true,
  concurrency: 8,
  onProgress: (event) => {
    if (event.type === 'record') process.stdout.write(`recorded ${event.done}\n`);
  },
});
process.stdout.write(`finished ${JSON.stringify({ n_kept: result.n_kept, notes: result.notes })}\n`);
