import path from 'node:path';

/** Where Node would find `name` from `location`, as a key of the lock file; null where nothing is installed. */
function findLocation(packages, location, name) {
  for (let folder = location; ; folder = path.posix.dirname(folder)) {
    const base = folder === '.' ? '' : `${folder}/`;
    const candidate = `${base}node_modules/${name}`;
    if (packages[candidate] !== undefined) return packages[candidate].link ? packages[candidate].resolved : candidate;
    if (folder === '.') return null;
  }
}

function neededBy(entry) {
  const optionalPeers = entry.peerDependenciesMeta ?? {};
  const peers = Object.keys(entry.peerDependencies ?? {}).filter((name) => optionalPeers[name]?.optional !== true);
  const optional = Object.keys(entry.optionalDependencies ?? {});
  const required = [...Object.keys(entry.dependencies ?? {}), ...peers].filter((name) => !optional.includes(name));
  return { required, optional };
}

/**
 * Everything that installing some packages brings, by the lock file: locations in the lock, the roots included.
 * `manifests` overrules the lock's entries (a packed manifest counts more than a lock that may lag). `missing` lists what
 * a manifest asks for and the lock does not hold.
 */
export function findClosure(packages, roots, manifests = {}) {
  const found = new Set();
  const missing = [];
  const queue = [...roots];
  for (let location = queue.pop(); location !== undefined; location = queue.pop()) {
    if (found.has(location)) continue;
    found.add(location);
    const { required, optional } = neededBy(manifests[location] ?? packages[location] ?? {});
    for (const name of [...required, ...optional]) {
      const next = findLocation(packages, location, name);
      if (next !== null) queue.push(next);
      else if (required.includes(name)) missing.push(`${location} needs ${name}, which the lock file does not hold`);
    }
  }
  return { locations: [...found].sort(), missing };
}

/** Where a location of the lock file stands in a consumer's folder: our packages move into `node_modules`. */
export function placeOf(location, nameOf) {
  const [, folder, rest = ''] = /^(packages\/[^/]+)(\/.*)?$/.exec(location) ?? [];
  return folder === undefined ? location : `node_modules/${nameOf(folder)}${rest}`;
}

/** Names of the packages at the given root-level locations or folders. */
export function locate(packages, names) {
  return names.map((name) => {
    const location = findLocation(packages, '.', name);
    if (location === null) throw new Error(`${name} is not installed at the root`);
    return location;
  });
}
