import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Starts a script that prints an address as its first line. `stop` ends it and gives the lines it printed then. */
export async function startService(script) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: url } = await lines.next();
  return {
    url,
    async stop({ ask = false } = {}) {
      child.stdin.end();
      const answer = ask ? (await lines.next()).value : undefined;
      child.kill();
      return answer;
    },
  };
}
