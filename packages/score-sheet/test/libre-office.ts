import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const INSTALL = 'apt-get install -y --no-install-recommends libreoffice-calc-nogui';

/** True where LibreOffice is installed. Without it the tests are skipped with a word on why; in CI they must run. */
export function hasLibreOffice(): boolean {
  const present = spawnSync('soffice', ['--version']).status === 0;
  if (present) return true;
  if (process.env['CI'] === 'true') throw new Error(`LibreOffice is needed in CI: ${INSTALL}`);
  process.stderr.write(`LibreOffice round trips are skipped: soffice is not installed (${INSTALL})\n`);
  return false;
}

/** Opens a file in LibreOffice without a window and saves it in the given format; the options are its filter strings. */
export function resave(
  bytes: Uint8Array,
  from: 'csv' | 'xlsx',
  to: 'csv' | 'xlsx',
  options: { readonly outfilter?: string; readonly locale?: string } = {},
): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'score-sheet-'));
  try {
    const input = join(folder, `in.${from}`);
    writeFileSync(input, bytes);
    if (options.locale !== undefined) setLocale(join(folder, 'profile', 'user'), options.locale);
    const infilter = from === 'csv' ? ['--infilter=CSV:44,34,76,1'] : [];
    const outfilter = to === 'csv' ? `csv:Text - txt - csv (StarCalc):${options.outfilter ?? '44,34,76,1'}` : 'xlsx';
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const args = [
      '--headless',
      profile,
      ...infilter,
      '--convert-to',
      outfilter,
      '--outdir',
      join(folder, 'out'),
      input,
    ];
    const run = spawnSync('soffice', args, { timeout: 60_000, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`soffice: ${run.error?.message ?? run.stderr}`);
    return readFileSync(join(folder, 'out', `in.${to}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a profile whose numbers are written as in the given locale. */
function setLocale(user: string, locale: string): void {
  mkdirSync(user, { recursive: true });
  const item = `<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item>`;
  writeFileSync(
    join(user, 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">${item}</oor:items>`,
  );
}
