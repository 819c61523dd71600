/**
 * Names of the packages a new version of `name` brings a new version to: itself and whatever depends on it, at any
 * distance. `packages` are those of the workspace, in any order; the result is sorted.
 */
export function findDependents(packages, name) {
  const found = new Set([name]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { manifest } of packages) {
      const uses = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
      if (uses.some((used) => found.has(used))) found.add(manifest.name);
    }
  }
  return [...found].sort();
}

/** What differs between two readings of the workspace's packages: `{ name: 'old → new' }` of those with a new version. */
export function findBumps(before, after) {
  const old = new Map(before.map(({ manifest }) => [manifest.name, manifest.version]));
  return Object.fromEntries(
    after
      .filter(({ manifest }) => old.get(manifest.name) !== manifest.version)
      .map(({ manifest }) => [manifest.name, `${old.get(manifest.name) ?? 'new'} → ${manifest.version}`])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
