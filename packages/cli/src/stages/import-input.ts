import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ImportFile, ImportFolder, ImportInput } from '@reportcard/importers';
import { ReportcardError } from '@reportcard/report-schema';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags } from '../verb.ts';

const NAMED_FILES = ['run', 'qrels', 'scores'] as const;

/** Opens a file of the caller. Throws a `data` error for a missing one, a folder or one without bytes. */
function openFile(name: string, context: CliContext): ImportFile {
  const file = path.resolve(context.cwd, name);
  if (!existsSync(file)) throw new ReportcardError({ code: 'data', file: name, message: 'there is no such file' });
  const stat = statSync(file);
  if (stat.isDirectory())
    throw new ReportcardError({ code: 'data', file: name, message: 'this is a folder', expected: 'a file' });
  if (stat.size === 0)
    throw new ReportcardError({
      code: 'data',
      file: name,
      message: 'the file is empty',
      hint: 'check that it was written completely',
    });
  return { name, open: () => createReadStream(file) };
}

function openFolder(name: string, context: CliContext): ImportFolder {
  const root = path.resolve(context.cwd, name);
  return {
    name,
    file: (relative) => {
      const file = path.join(root, ...relative.split('/').filter((part) => part !== '..'));
      if (!existsSync(file) || !statSync(file).isFile()) return undefined;
      return { name: `${name}/${relative}`, open: () => createReadStream(file) };
    },
  };
}

function isFolder(name: string, context: CliContext): boolean {
  const file = path.resolve(context.cwd, name);
  return existsSync(file) && statSync(file).isDirectory();
}

/** The files a call of `import` names; `allowFolder` where the format is a folder. */
export function openImportInput(
  names: readonly string[],
  flags: Flags,
  context: CliContext,
  allowFolder: boolean,
): ImportInput {
  const folder = allowFolder ? names.find((name) => isFolder(name, context)) : undefined;
  const named = Object.fromEntries(
    NAMED_FILES.flatMap((flag) => {
      const name = flags[flag];
      return typeof name === 'string' ? [[flag, openFile(name, context)]] : [];
    }),
  );
  return {
    files: names.filter((name) => name !== folder).map((name) => openFile(name, context)),
    named,
    ...(folder === undefined ? {} : { folder: openFolder(folder, context) }),
  };
}
