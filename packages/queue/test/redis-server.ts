import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { Redis } from 'ioredis';

/** A Redis server of Debian's package, for one test file. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Everything clients sent since the server began, one command a line. */
  readonly traffic: () => string;
  stop(): Promise<void>;
}

/** True where there is no `redis-server` to be run. */
export const isRedisMissing: boolean = spawnSync('redis-server', ['--version']).status !== 0;

/** Said in the title of what is skipped. */
export const WHY_SKIPPED = 'skipped: redis-server not installed (apt-get install redis-server)';

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

/** Starts a server on 127.0.0.1 that keeps nothing on the disk. */
export async function startRedisServer(password?: string): Promise<RedisServer> {
  const port = await findFreePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const secret = password === undefined ? [] : ['--requirepass', password];
  const child = spawn('redis-server', [...args, '--maxmemory-policy', 'noeviction', ...secret], { stdio: 'ignore' });
  const watcher = new Redis({
    port,
    host: '127.0.0.1',
    maxRetriesPerRequest: null,
    retryStrategy: () => 50,
    ...(password === undefined ? {} : { password }),
  });
  // Until the server listens, every attempt is a fault.
  watcher.on('error', () => undefined);
  await watcher.ping();
  const lines: string[] = [];
  const monitor = await watcher.monitor();
  monitor.on('monitor', (_time: string, command: string[]) => lines.push(command.join(' ')));
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    traffic: () => lines.join('\n'),
    async stop() {
      monitor.disconnect();
      watcher.disconnect();
      child.kill('SIGKILL');
      await endOf(child);
    },
  };
}
