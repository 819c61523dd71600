import { ReportcardError } from '@reportcard/report-schema';
import { Redis } from 'ioredis';
import { type QueueAddress, showAddress } from './queue-address.ts';

/** How the queue is connected to. */
export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: object;
  readonly maxRetriesPerRequest: null;
  readonly retryStrategy: (times: number) => number;
}

/** Options of every connection to the queue. Commands wait while a server is away and go on when it is back. */
export function connectionOptions(address: QueueAddress): ConnectionSettings {
  const { host, port, db, username, password, tls } = address;
  return {
    host,
    port,
    db,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 200, 5000),
  };
}

/** A connection of our own. Throws an `unavailable` error when nobody answers within a few seconds. */
export async function connect(address: QueueAddress, onFault: (message: string) => void): Promise<Redis> {
  const options = connectionOptions(address);
  const probe = new Redis({ ...options, lazyConnect: true, connectTimeout: 5000, retryStrategy: () => null });
  let fault: unknown;
  probe.on('error', (error) => {
    fault ??= error;
  });
  try {
    await probe.connect();
    await probe.ping();
  } catch (cause) {
    const reason = fault ?? cause;
    throw new ReportcardError({
      code: 'unavailable',
      message: `the queue at ${showAddress(address)} cannot be reached: ${reason instanceof Error ? reason.message : String(reason)}`,
      hint: 'is a Redis server running there, and is its password set?',
      cause,
    });
  } finally {
    probe.disconnect();
  }
  const redis = new Redis(options);
  redis.on('error', (error) => onFault(error.message));
  return redis;
}
