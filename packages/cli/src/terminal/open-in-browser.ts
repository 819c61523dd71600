import { spawn } from 'node:child_process';
import path from 'node:path';

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file with the system's own program for it; does not wait, and does nothing where there is none. */
export async function openInBrowser(root: string, file: string): Promise<void> {
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, path.join(root, file)], { detached: true, stdio: 'ignore' });
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('spawn', () => resolve());
  });
  child.unref();
}
