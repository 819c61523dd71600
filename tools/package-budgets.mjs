/**
 * What installing a package may weigh, closure included: kilobytes on disk (1 KB = 1000 bytes) and packages besides
 * itself. `npm run check:packages` prints what it weighs now. Raise a number only with a reason in the commit.
 */
export const PACKAGE_BUDGETS = {
  statistics: { size_kb: 400, dependencies: 0 },
};

/** Entries that are of use only beside another package, which the user has anyway. */
export const HOSTED_ENTRIES = { '@reportcard/gate/vitest': ['vitest'] };
