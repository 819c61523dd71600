import { getOwn } from '@reportcard/report-schema';
import type { Matrix, MatrixRow } from './create-matrix.ts';
import { escapeCsv, escapeLatex, escapeMarkdown } from './escape-text.ts';
import { formatNumber } from './format-numbers.ts';

const KEYS = ['benchmark', 'recipe', 'query_mode', 'run_id'] as const satisfies readonly (keyof MatrixRow)[];
const HEADINGS: Readonly<Record<(typeof KEYS)[number], string>> = {
  benchmark: 'benchmark',
  recipe: 'recipe',
  query_mode: 'mode',
  run_id: 'run',
};

/** GitHub-flavoured Markdown: best values bold, rows on the Pareto front marked `◆`, n behind a value that differs. */
export function formatMatrixMarkdown(matrix: Matrix): string {
  const metrics = Object.entries(matrix.metrics);
  const headings = [
    ...KEYS.map((key) => HEADINGS[key]),
    'n',
    ...metrics.map(([metric, info]) => `${metric} ${info.higher_is_better ? '↑' : '↓'}`),
    'Pareto',
  ];
  const rows = matrix.rows.map((row) => {
    const values = metrics.map(([metric]) => {
      const text = formatNumber(getOwn(row.values, metric) ?? null);
      const n = getOwn(row.n, metric) ?? 0;
      const shown = row.best.includes(metric) ? `**${text}**` : text;
      return n === row.n_samples || n === 0 ? shown : `${shown} (n = ${n})`;
    });
    return [...KEYS.map((key) => escapeMarkdown(row[key])), String(row.n_samples), ...values, formatPareto(row)];
  });
  const lines = [
    `| ${headings.map(escapeMarkdown).join(' | ')} |`,
    `|${[...KEYS.map(() => '---'), ...metrics.map(() => '--:'), '--:', '---'].join('|')}|`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...explain(matrix).map(escapeMarkdown),
    '',
  ];
  return lines.join('\n');
}

/** RFC 4180, LF line ends, full precision: for each metric its value, n, interval and whether it is best. */
export function formatMatrixCsv(matrix: Matrix): string {
  const metrics = Object.keys(matrix.metrics);
  const header = [
    ...KEYS,
    'n_samples',
    ...metrics.flatMap((metric) => [metric, `${metric}_n`, `${metric}_low`, `${metric}_high`, `${metric}_best`]),
    'pareto',
  ];
  const rows = matrix.rows.map((row) => [
    ...KEYS.map((key) => row[key]),
    row.n_samples,
    ...metrics.flatMap((metric) => {
      const ci95 = getOwn(row.ci95, metric) ?? null;
      return [
        getOwn(row.values, metric) ?? null,
        getOwn(row.n, metric) ?? 0,
        ci95?.[0] ?? null,
        ci95?.[1] ?? null,
        row.best.includes(metric) ? 1 : 0,
      ];
    }),
    row.pareto === null ? null : Number(row.pareto),
  ]);
  return [header, ...rows].map((cells) => `${cells.map(escapeCsv).join(',')}\n`).join('');
}

/** The matrix as it is, indented. */
export function formatMatrixJson(matrix: Matrix): string {
  return `${JSON.stringify(matrix, null, 2)}\n`;
}

/** A LaTeX `tabular` for the package booktabs: best values bold, rows on the Pareto front marked. */
export function formatMatrixLatex(matrix: Matrix): string {
  const metrics = Object.keys(matrix.metrics);
  const keys = KEYS.slice(0, 3);
  const header = [...keys.map((key) => HEADINGS[key]), '$n$', ...metrics.map(escapeLatex)];
  const rows = matrix.rows.map((row) => {
    const values = metrics.map((metric) => {
      const text = escapeLatex(formatNumber(getOwn(row.values, metric) ?? null));
      return row.best.includes(metric) ? `\\textbf{${text}}` : text;
    });
    const [benchmark = '', recipe = '', mode = ''] = keys.map((key) => escapeLatex(row[key]));
    return [
      benchmark,
      row.pareto === true ? `${recipe}$^{\\diamond}$` : recipe,
      mode,
      String(row.n_samples),
      ...values,
    ];
  });
  return [
    `\\begin{tabular}{lll${'r'.repeat(metrics.length + 1)}}`,
    '\\toprule',
    `${header.join(' & ')} \\\\`,
    '\\midrule',
    ...rows.map((cells) => `${cells.join(' & ')} \\\\`),
    '\\bottomrule',
    '\\end{tabular}',
    ...explain(matrix).map((line) => `% ${line}`),
    '',
  ].join('\n');
}

function formatPareto(row: MatrixRow): string {
  if (row.pareto === null) return '—';
  return row.pareto ? '◆' : '';
}

function explain(matrix: Matrix): string[] {
  const best = 'Bold: better than every other run of the benchmark beyond noise (paired tests, Holm, 5 %).';
  if (matrix.quality === null || matrix.against === null) return [best];
  return [best, `Pareto front: ${matrix.quality} against ${matrix.against}, point values.`];
}
