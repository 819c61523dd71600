import {
  createMatrix,
  formatMatrixCsv,
  formatMatrixJson,
  formatMatrixLatex,
  formatMatrixMarkdown,
  type Matrix,
} from '@reportcard/comparison';
import { openWorkspace } from '../config/open-workspace.ts';
import { EXIT } from '../exit-codes.ts';
import { loadAnyScores } from '../stages/load-any-scores.ts';
import type { RunVerb } from '../verb.ts';

const FORMATS: Readonly<Record<string, (matrix: Matrix) => string>> = {
  markdown: formatMatrixMarkdown,
  csv: formatMatrixCsv,
  json: formatMatrixJson,
  latex: formatMatrixLatex,
};

export const run: RunVerb = async (runs, flags, context) => {
  const workspace = await openWorkspace(flags, context);
  const scores = [];
  for (const name of runs) scores.push(await loadAnyScores(workspace, name, context));
  const metrics = flags['metrics'];
  const matrix = createMatrix(scores, Array.isArray(metrics) ? { metrics: metrics as string[] } : {});
  const format = flags['json'] === true ? 'json' : String(flags['format'] ?? 'markdown');
  context.out((FORMATS[format] ?? formatMatrixMarkdown)(matrix).trimEnd());
  return EXIT.done;
};
