import type { Redis } from 'ioredis';

/** Books the next free start: a start every `interval` microseconds, by the server's clock; answers how long to wait. */
const BOOK = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local free = tonumber(redis.call('GET', KEYS[1]) or '0')
local start = math.max(now, free)
redis.call('SET', KEYS[1], string.format('%.0f', start + tonumber(ARGV[1])), 'PX', 600000)
return math.floor((start - now) / 1000)
`;

/** Spaces requests of all workers evenly: at most `perMinute` a minute together. */
export function createRequestPacer(
  redis: Redis,
  key: string,
  perMinute: number,
): (signal: AbortSignal) => Promise<void> {
  const interval = Math.ceil(60_000_000 / perMinute);
  return async (signal) => {
    signal.throwIfAborted();
    const wait = Number(await redis.eval(BOOK, 1, key, interval));
    signal.throwIfAborted();
    if (wait <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      }, wait);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  };
}
