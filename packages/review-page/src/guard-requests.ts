import { sha256 } from '@reportcard/report-schema';
import type { Context, MiddlewareHandler } from 'hono';

export interface GuardOptions {
  /** Secret of this session, in the address that was printed and then in a header. */
  readonly token: string;
  /** Values of `Host` that this server answers to, such as `127.0.0.1:4173`. Asked at each request. */
  readonly allowedHosts: () => readonly string[];
}

/** Header that carries the token. A page of another origin cannot set it without asking, and is never told yes. */
export const TOKEN_HEADER = 'x-reportcard-token';
/** Query parameter that carries the token in the address. */
export const TOKEN_PARAMETER = 'token';

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

function refuse(context: Context, status: 401 | 403, message: string): Response {
  return context.text(`${message}\n`, status);
}

/**
 * Refuses what does not come from the page itself: a `Host` that is not ours (a name that was re-bound to this machine),
 * an `Origin` of another site, a request to write without an origin, a missing or wrong token. Comparing hashes takes the
 * same time whatever the token.
 */
export function guardRequests(options: GuardOptions): MiddlewareHandler {
  const expected = sha256(options.token);
  return async (context, next) => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) context.header(name, value);
    const { req } = context;
    const hosts = options.allowedHosts();
    const host = req.header('host') ?? '';
    if (!hosts.includes(host)) return refuse(context, 403, 'this address is not served here');
    const origin = req.header('origin');
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (origin === undefined ? !isRead : origin !== `http://${host}`)
      return refuse(context, 403, 'only the page itself may ask');
    const isPage = req.path === '/';
    const site = req.header('sec-fetch-site');
    if (!isPage && site !== undefined && site !== 'same-origin')
      return refuse(context, 403, 'only the page itself may ask');
    const token = (isPage ? req.query(TOKEN_PARAMETER) : req.header(TOKEN_HEADER)) ?? '';
    if (sha256(token) !== expected)
      return refuse(context, 401, 'open the address that `reportcard review` printed: it carries the key to this page');
    await next();
    return undefined;
  };
}
