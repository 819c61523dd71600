import { isUtf8 } from 'node:buffer';
import { ReportcardError } from '@reportcard/report-schema';
import type { ObjectStore } from './object-store.ts';

/** The text of an object (UTF-8, a BOM removed); null when there is none. Throws a `data` error when it is not UTF-8. */
export async function readText(store: ObjectStore, key: string): Promise<string | null> {
  const bytes = await store.get(key);
  if (bytes === null) return null;
  if (!isUtf8(bytes)) {
    throw new ReportcardError({
      code: 'data',
      file: key,
      message: 'the file is not valid UTF-8',
      expected: 'UTF-8 text',
      hint: 're-save the file as UTF-8',
    });
  }
  return new TextDecoder().decode(bytes);
}
