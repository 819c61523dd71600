import { readFileSync } from 'node:fs';
import { ReportcardError } from '@reportcard/report-schema';

const FOLDER = new URL('../data/', import.meta.url);

/** Text of a packaged file, by its path under `data/`. Throws a `data` error when it cannot be read. */
export function readAsset(path: string): string {
  try {
    return readFileSync(new URL(path, FOLDER), 'utf8');
  } catch (cause) {
    throw new ReportcardError({
      code: 'data',
      file: path,
      message: 'a file of the packaged demo data set cannot be read',
      hint: 'install @reportcard/demo again',
      cause,
    });
  }
}
