import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { runNode, toolScript } from './run-node.mjs';

/** What publint says of a package folder (unpacked or not), warnings and suggestions included. */
export async function lintPackage(folder, manifest) {
  const { messages } = await publint({ pkgDir: folder, pack: false, level: 'suggestion', strict: true });
  return messages
    .filter(({ code }) => !EXPECTED.has(code))
    .map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`);
}

/** The place of the source code is set when publishing. */
const EXPECTED = new Set(['USE_REPOSITORY_FIELD', 'INVALID_REPOSITORY_VALUE']);

/** What attw says of a tarball that is for ES modules only. */
export function checkTypesOf(tarball) {
  const script = toolScript('@arethetypeswrong/cli', 'dist/index.js');
  const { status, output } = runNode(
    [script, tarball, '--profile', 'esm-only', '--no-color', '--no-emoji', '--format', 'ascii'],
    {
      cwd: process.cwd(),
    },
  );
  return status === 0 ? [] : [`attw:\n${output.trim()}`];
}
