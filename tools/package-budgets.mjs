/**
 * What installing a package may weigh, closure included: kilobytes on disk (1 KB = 1000 bytes), packages besides itself,
 * and milliseconds of processor time its import may take (the shortest of six tries; about three times what it takes on a
 * quiet machine).
 * `npm run check:packages` prints what it weighs now. Raise a number only with a reason in the commit.
 */
export const PACKAGE_BUDGETS = {
  benchmarks: { size_kb: 13_700, dependencies: 14, import_ms: 800 },
  cli: { size_kb: 66_500, dependencies: 93, import_ms: 200 },
  comparison: { size_kb: 8_400, dependencies: 4, import_ms: 700 },
  demo: { size_kb: 12_400, dependencies: 13, import_ms: 700 },
  failures: { size_kb: 7_900, dependencies: 2, import_ms: 600 },
  gate: { size_kb: 8_400, dependencies: 3, import_ms: 700 },
  importers: { size_kb: 14_500, dependencies: 10, import_ms: 800 },
  judge: { size_kb: 24_100, dependencies: 20, import_ms: 1_000 },
  'manual-overrides': { size_kb: 19_200, dependencies: 12, import_ms: 1_800 },
  metrics: { size_kb: 8_300, dependencies: 2, import_ms: 700 },
  'object-store': { size_kb: 8_300, dependencies: 3, import_ms: 600 },
  pipeline: { size_kb: 23_500, dependencies: 25, import_ms: 1_800 },
  'renderer-kit': { size_kb: 8_400, dependencies: 3, import_ms: 600 },
  'renderers-csv': { size_kb: 13_400, dependencies: 7, import_ms: 700 },
  'renderers-jsonl': { size_kb: 8_500, dependencies: 5, import_ms: 600 },
  'renderers-md': { size_kb: 10_900, dependencies: 9, import_ms: 700 },
  'renderers-slides': { size_kb: 19_100, dependencies: 19, import_ms: 1_200 },
  'report-schema': { size_kb: 7_800, dependencies: 1, import_ms: 600 },
  'review-page': { size_kb: 22_900, dependencies: 16, import_ms: 1_500 },
  queue: { size_kb: 25_400, dependencies: 35, import_ms: 1_600 },
  runner: { size_kb: 11_200, dependencies: 11, import_ms: 800 },
  'score-sheet': { size_kb: 12_700, dependencies: 4, import_ms: 700 },
  slices: { size_kb: 13_400, dependencies: 6, import_ms: 1_000 },
  statistics: { size_kb: 400, dependencies: 0, import_ms: 150 },
};

/** Entries that are of use only beside another package, which the user has anyway. */
export const HOSTED_ENTRIES = { '@reportcard/gate/vitest': ['vitest'] };
