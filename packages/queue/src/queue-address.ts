import { ReportcardError } from '@reportcard/report-schema';

/** Where the queue is: a Redis server, and the prefix under which everything of this queue stands there. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: boolean;
  /** Default `reportcard`. Queues with different prefixes know nothing of each other. */
  readonly prefix: string;
}

/** Name of the environment variable that holds the password of the queue. */
export const PASSWORD_VARIABLE = 'REPORTCARD_QUEUE_PASSWORD';

function refuse(message: string, hint?: string): ReportcardError {
  return new ReportcardError({
    code: 'usage',
    path: '--queue',
    message,
    expected: 'redis://HOST:PORT, redis://HOST:PORT/DB?prefix=NAME, or rediss:// for TLS',
    hint,
  });
}

/**
 * Reads the address of a queue. The password comes from the environment and never stands in the address, where process
 * lists and shell histories would show it. Throws a `usage` error.
 */
export function parseQueueAddress(text: string, env: Readonly<Record<string, string | undefined>>): QueueAddress {
  if (!URL.canParse(text) || !/^rediss?:\/\//.test(text)) throw refuse('this is no address of a queue');
  const url = new URL(text);
  if (url.password !== '')
    throw refuse(
      'the address of the queue holds a password',
      `put it into the environment variable ${PASSWORD_VARIABLE}`,
    );
  const db = url.pathname.replace(/^\/$/, '').slice(1);
  const prefix = url.searchParams.get('prefix') ?? 'reportcard';
  const unknown = [...url.searchParams.keys()].filter((key) => key !== 'prefix');
  if (!/^\d{0,4}$/.test(db) || url.hostname === '' || unknown.length > 0) throw refuse('this is no address of a queue');
  if (!/^[\w.-]{1,60}$/.test(prefix))
    throw refuse('the prefix of the queue holds other characters than letters, digits, ._-');
  const password = env[PASSWORD_VARIABLE];
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 6379 : Number(url.port),
    db: Number(db),
    username: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: password === '' ? undefined : password,
    tls: url.protocol === 'rediss:',
    prefix,
  };
}

/** The address without anything secret, for messages. */
export function showAddress({ host, port, db, tls }: QueueAddress): string {
  return `${tls ? 'rediss' : 'redis'}://${host}:${port}${db === 0 ? '' : `/${db}`}`;
}
