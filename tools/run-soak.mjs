import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

// Runs the long campaigns (kills, fuzz, measured times) of all packages, one after the other, on a quiet machine.
const root = path.resolve(import.meta.dirname, '..');
const wanted = process.argv.slice(2);
const campaigns = readdirSync(path.join(root, 'packages')).flatMap((name) => {
  const folder = path.join(root, 'packages', name, 'soak');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => path.join('packages', name, 'soak', file))
    : [];
});
let failed = 0;
for (const campaign of campaigns) {
  if (wanted.length > 0 && !wanted.some((word) => campaign.includes(word))) continue;
  console.log(`\n== ${campaign}`);
  const { status } = spawnSync(process.execPath, [campaign], { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed++;
}
console.log(failed === 0 ? 'all campaigns passed' : `${failed} campaigns failed`);
process.exitCode = failed === 0 ? 0 : 1;
