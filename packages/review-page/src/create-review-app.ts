import { formatProblem, ReportcardError } from '@reportcard/report-schema';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { loadPageAssets, type PageAssets } from './assets.ts';
import { type GuardOptions, guardRequests } from './guard-requests.ts';
import { reviewMessages } from './messages/messages.ts';
import { renderPage } from './page-html.ts';
import { parseSampleId, parseSaveRequest, parseVersion } from './parse-request.ts';
import { createReviewDesk, type ReviewDeskOptions } from './review-desk.ts';
import type { SaveReply } from './review-index.ts';

/** What the page shows, whom it answers, and the files of its front end. */
export interface ReviewAppOptions extends Omit<ReviewDeskOptions, 'messages'>, GuardOptions {
  /** A team's own texts over the catalogue of the page. */
  readonly messages?: Readonly<Record<string, string>> | undefined;
  /** The built front end; the package's own by default. */
  readonly assets?: PageAssets | undefined;
  /** Told of faults of ours, which the page only shows in short. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

const LARGEST_BODY = 1024 * 1024;
const STATUS_OF_REPLY = { saved: 200, conflict: 409, refused: 422 } as const;

function answerReply(context: Context, reply: SaveReply): Response {
  return context.json(reply, STATUS_OF_REPLY[reply.kind]);
}

async function readJson(context: Context): Promise<unknown> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) return undefined;
  try {
    return (await context.req.json()) as unknown;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw cause;
  }
}

/** What a fault looks like to the page: a fault of use in full, a defect of ours in one line. */
function describeFault(error: unknown): string {
  if (error instanceof ReportcardError) return error.problems.map(formatProblem).join('\n');
  return 'a defect of the review server; its terminal says more';
}

/**
 * The page as a hono app: the document at `/`, data under `/api/`. Every request must name an allowed host, come from the
 * page's own origin and carry the token; no other origin is ever allowed. Touches nothing but the report it is given and, once, the
 * packaged front end.
 */
export function createReviewApp(options: ReviewAppOptions): Hono {
  const messages = reviewMessages(options.locale, options.messages);
  const desk = createReviewDesk({ ...options, messages });
  const page = renderPage(options.assets ?? loadPageAssets(), {
    locale: options.locale,
    title: messages['page.title'] ?? '',
    noScript: messages['page.no_script'] ?? '',
  });
  const app = new Hono();
  app.use('*', guardRequests(options));
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: (context) => context.json({ message: 'more than a reviewer can type' }, 413),
    }),
  );
  app.get('/', (context) => context.html(page.html, 200, { 'content-security-policy': page.policy }));
  app.get('/api/review', async (context) => context.json(await desk.open()));
  app.post('/api/reload', async (context) => context.json(await desk.reload()));
  app.get('/api/version', async (context) => context.json({ version: await desk.version() }));
  app.post('/api/sample', async (context) => {
    const material = await desk.material(parseSampleId(await readJson(context)));
    return material === null ? context.json({ message: 'there is no such sample' }, 404) : context.json(material);
  });
  app.post('/api/save', async (context) => {
    const request = parseSaveRequest(await readJson(context));
    if (request === null) return context.json({ message: 'this is no request to save' }, 400);
    return answerReply(context, await desk.save(request.edits, request.version));
  });
  app.post('/api/undo', async (context) => {
    const version = parseVersion(await readJson(context));
    if (version === undefined) return context.json({ message: 'this is no request to undo' }, 400);
    return answerReply(context, await desk.undo(version));
  });
  app.notFound((context) => context.text('not found\n', 404));
  app.onError((error, context) => {
    if (!(error instanceof ReportcardError)) options.onError?.(error);
    return context.json({ message: describeFault(error) }, error instanceof ReportcardError ? 503 : 500);
  });
  return app;
}
