/**
 * What installing a package may weigh, closure included: kilobytes on disk (1 KB = 1000 bytes) and packages besides
 * itself. `npm run check:packages` prints what it weighs now. Raise a number only with a reason in the commit.
 */
export const PACKAGE_BUDGETS = {
  benchmarks: { size_kb: 13_700, dependencies: 14 },
  cli: { size_kb: 66_500, dependencies: 93 },
  comparison: { size_kb: 8_400, dependencies: 4 },
  demo: { size_kb: 12_400, dependencies: 13 },
  failures: { size_kb: 7_900, dependencies: 2 },
  gate: { size_kb: 8_400, dependencies: 3 },
  importers: { size_kb: 14_500, dependencies: 10 },
  judge: { size_kb: 24_100, dependencies: 19 },
  'manual-overrides': { size_kb: 19_200, dependencies: 12 },
  metrics: { size_kb: 8_300, dependencies: 2 },
  'object-store': { size_kb: 8_300, dependencies: 3 },
  pipeline: { size_kb: 23_500, dependencies: 25 },
  'renderer-kit': { size_kb: 8_400, dependencies: 3 },
  'renderers-csv': { size_kb: 13_400, dependencies: 7 },
  'renderers-jsonl': { size_kb: 8_500, dependencies: 5 },
  'renderers-md': { size_kb: 10_900, dependencies: 9 },
  'renderers-slides': { size_kb: 19_100, dependencies: 19 },
  'report-schema': { size_kb: 7_800, dependencies: 1 },
  'review-page': { size_kb: 22_900, dependencies: 16 },
  runner: { size_kb: 11_200, dependencies: 11 },
  'score-sheet': { size_kb: 12_700, dependencies: 4 },
  slices: { size_kb: 13_400, dependencies: 6 },
  statistics: { size_kb: 400, dependencies: 0 },
};

/** Entries that are of use only beside another package, which the user has anyway. */
export const HOSTED_ENTRIES = { '@reportcard/gate/vitest': ['vitest'] };
