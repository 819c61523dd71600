import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { ReportcardError } from '@reportcard/report-schema';
import { createReviewApp, type ReviewAppOptions } from './create-review-app.ts';
import { TOKEN_PARAMETER } from './guard-requests.ts';

/** The page and the port it is served at. */
export interface StartReviewOptions extends Omit<ReviewAppOptions, 'allowedHosts'> {
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
}

/** A page that is being served. */
export interface RunningReview {
  /** Address to open, with the token. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and ends open connections; a second call does nothing. */
  close(): Promise<void>;
}

/** Only this machine can reach the page. */
const HOST = '127.0.0.1';

function explainListen(error: NodeJS.ErrnoException, port: number): ReportcardError {
  const isTaken = error.code === 'EADDRINUSE';
  return new ReportcardError({
    code: isTaken || error.code === 'EACCES' ? 'usage' : 'unavailable',
    message: isTaken ? `the port ${port} is taken` : `the page cannot be served on port ${port} (${error.code ?? ''})`,
    hint: 'name another --port, or none for a free one',
    cause: error,
  });
}

/** Serves the page on 127.0.0.1. Throws a `usage` error when the port is taken or not allowed. */
export async function startReview(options: StartReviewOptions): Promise<RunningReview> {
  let port = options.port;
  const app = createReviewApp({ ...options, allowedHosts: () => [`${HOST}:${port}`, `localhost:${port}`] });
  const server = createAdaptorServer({ fetch: app.fetch, hostname: HOST });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, port)));
    server.listen(options.port, HOST, resolve);
  });
  port = (server.address() as AddressInfo).port;
  return {
    url: `http://${HOST}:${port}/?${TOKEN_PARAMETER}=${encodeURIComponent(options.token)}`,
    port,
    close: () =>
      new Promise<void>((resolve, reject) => {
        if (!server.listening) return resolve();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
