import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Bytes of the files under a folder. */
export function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += sizeOf(file);
    else if (entry.isFile()) bytes += statSync(file).size;
  }
  return bytes;
}

/** Breaches of a budget `{ size_kb, dependencies, import_ms }` by a weight of the same shape; null is no breach. */
export function checkBudget(name, weight, budget) {
  if (budget === undefined) return [`no budget in tools/package-budgets.mjs; it weighs ${JSON.stringify(weight)}`];
  return ['size_kb', 'dependencies', 'import_ms']
    .filter((key) => weight[key] > budget[key])
    .map((key) => `${key} is ${weight[key]}, over the budget of ${budget[key]} (tools/package-budgets.mjs, ${name})`);
}
