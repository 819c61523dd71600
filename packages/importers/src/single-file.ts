import { ReportcardError } from '@reportcard/report-schema';
import type { ImportFile, ImportInput } from './importer.ts';

/** The one file of a format that takes one. Throws a `usage` error for none or several. */
export function requireOneFile(input: ImportInput, format: string, usage: string): ImportFile {
  const [file, ...others] = input.files;
  if (file !== undefined && others.length === 0) return file;
  throw new ReportcardError({
    code: 'usage',
    message: `import ${format} takes one file`,
    expected: `reportcard import ${usage}`,
    got: input.files.length === 0 ? 'none' : input.files.map(({ name }) => name).join(' '),
  });
}
