import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runNode, toolScript } from './run-node.mjs';

/** What a careful consumer sets: every strict flag, declarations of libraries checked as well. */
const CONSUMER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  isolatedModules: true,
};

/** Type-checks files of a consumer's folder with TypeScript strict. Returns the compiler's lines, none when all is well. */
export function typeCheck(folder, files, options = {}) {
  const config = path.join(folder, `tsconfig.${process.hrtime.bigint()}.json`);
  const compilerOptions = { ...CONSUMER_OPTIONS, skipLibCheck: false, types: [], ...options };
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const tsc = toolScript('typescript', 'bin/tsc');
  const { status, output } = runNode([tsc, '-p', config, '--pretty', 'false'], { cwd: folder });
  return status === 0 ? [] : output.split('\n').filter((line) => line.trim() !== '');
}
