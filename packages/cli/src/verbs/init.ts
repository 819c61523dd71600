import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadDemoDataset } from '@reportcard/demo';
import { formatJsonLine, ReportcardError } from '@reportcard/report-schema';
import { EXIT } from '../exit-codes.ts';
import type { RunVerb } from '../verb.ts';
import { pickCases } from './init-cases.ts';
import { createConfigText } from './init-config.ts';

/** Writes a commented configuration, ten cases and the documents they need; never replaces a file. */
export const run: RunVerb = async (_args, flags, context) => {
  const language = typeof flags['lang'] === 'string' && flags['lang'] !== 'en' ? 'zh' : 'en';
  const folder = path.resolve(context.cwd, typeof flags['dir'] === 'string' ? flags['dir'] : '.');
  const { cases, documents } = pickCases(loadDemoDataset(language));
  const files = [
    { name: 'reportcard.config.ts', text: createConfigText(language) },
    { name: 'cases.jsonl', text: cases.map(formatJsonLine).join('') },
    { name: 'documents.jsonl', text: documents.map(formatJsonLine).join('') },
  ];
  const present = files.filter((file) => existsSync(path.join(folder, file.name)));
  if (present.length > 0) {
    throw ReportcardError.fromProblems(
      'usage',
      present.map((file) => ({
        file: file.name,
        message: 'the file exists already',
        hint: 'remove it, or choose another folder with --dir',
      })),
    );
  }
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of files) writeFileSync(path.join(folder, file.name), file.text, { flag: 'wx' });
  } catch (cause) {
    throw new ReportcardError({
      code: 'path',
      file: folder,
      message: 'the folder cannot be written',
      hint: 'check its permissions, or choose another folder with --dir',
      cause,
    });
  }
  const shown = (name: string): string => path.relative(context.cwd, path.join(folder, name)) || name;
  if (flags['json'] === true) context.out(JSON.stringify({ files: files.map((file) => shown(file.name)) }));
  else {
    for (const file of files) context.out(`wrote ${shown(file.name)}`);
    context.out(`next: reportcard all${folder === context.cwd ? '' : ` --dir ${path.relative(context.cwd, folder)}`}`);
  }
  return EXIT.done;
};
