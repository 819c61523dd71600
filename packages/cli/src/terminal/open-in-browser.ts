import path from 'node:path';

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file with the system's own program for it; does not wait, and does nothing where there is none. */
export async function openInBrowser(root: string, file: string): Promise<void> {
  await openAddress(path.join(root, file));
}

/** Opens a path or an address in the way of {@link openInBrowser}. */
export async function openAddress(address: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const [command = 'xdg-open', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, address], { detached: true, stdio: 'ignore' });
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('spawn', () => resolve());
  });
  child.unref();
}
