/**
 * The floor table: each package's layer and which of our packages it may depend on. Nothing points up.
 * A new package gets a row here first. See docs/architecture.md.
 */
export const FLOORS = {
  'report-schema': { layer: 0, uses: [] },
  statistics: { layer: 0, uses: [] },
  'object-store': { layer: 1, uses: ['report-schema'] },
  metrics: { layer: 1, uses: ['report-schema'] },
  slices: { layer: 1, uses: ['report-schema', 'statistics'] },
  failures: { layer: 1, uses: ['report-schema'] },
  gate: { layer: 1, uses: ['report-schema', 'statistics'] },
  'score-sheet': { layer: 1, uses: ['report-schema'] },
  'renderer-kit': { layer: 1, uses: ['report-schema'] },
  runner: { layer: 1, uses: ['report-schema', 'object-store'] },
  judge: { layer: 2, uses: ['report-schema', 'metrics', 'object-store'] },
  'manual-overrides': {
    layer: 2,
    uses: ['report-schema', 'metrics', 'failures', 'slices', 'score-sheet', 'statistics'],
  },
  comparison: { layer: 2, uses: ['report-schema', 'statistics', 'failures'] },
  benchmarks: { layer: 2, uses: ['report-schema', 'object-store', 'runner', 'metrics'] },
  demo: { layer: 2, uses: ['report-schema', 'runner', 'benchmarks'] },
  importers: { layer: 2, uses: ['report-schema', 'score-sheet'] },
  'renderers-md': { layer: 2, uses: ['renderer-kit', 'report-schema', 'failures'] },
  'renderers-csv': { layer: 2, uses: ['renderer-kit', 'report-schema', 'score-sheet'] },
  'renderers-jsonl': { layer: 2, uses: ['renderer-kit', 'report-schema', 'failures'] },
  'renderers-slides': { layer: 2, uses: ['renderer-kit', 'report-schema', 'failures'] },
  queue: { layer: 2, uses: ['report-schema', 'object-store', 'metrics', 'runner'] },
  'review-page': { layer: 2, uses: ['report-schema', 'score-sheet', 'manual-overrides'] },
  pipeline: {
    layer: 3,
    uses: [
      'report-schema',
      'object-store',
      'metrics',
      'slices',
      'failures',
      'gate',
      'manual-overrides',
      'comparison',
      'score-sheet',
      'renderer-kit',
      'runner',
    ],
  },
  cli: { layer: 4, uses: 'all' },
};

/** Things only some packages may touch, looked for in `src/`. `files` narrows it to one module of a package. */
export const RESERVED = [
  { what: 'arquero', pattern: /from ['"]arquero['"]|import\(['"]arquero['"]\)/, packages: ['slices'] },
  { what: 'zod', pattern: /from ['"]zod(\/[^'"]*)?['"]/, packages: ['report-schema'] },
  {
    what: 'node:fs',
    pattern: /['"](node:)?fs(\/promises)?['"]/,
    packages: ['object-store', 'cli'],
    files: /^(renderers-[^/]+|demo|review-page)\/src\/assets\.ts$/,
  },
  { what: 'console', pattern: /\bconsole\.\w+\(/, packages: ['cli'] },
  { what: 'process.exit', pattern: /\bprocess\.exit\b/, packages: ['cli'] },
];
