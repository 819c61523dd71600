import { createParser } from 'eventsource-parser';
import { QueryFailure } from '../query-failure.ts';

/** One event of a stream. */
export interface StreamEvent {
  /** Event type; `message` where the stream names none. */
  readonly type: string;
  readonly data: string;
}

/** Turns CR and CRLF into LF, also when a pair is cut in two, without holding anything back. */
function createLineEnds(): (text: string) => string {
  let afterReturn = false;
  return (text) => {
    const body = afterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') afterReturn = text.endsWith('\r');
    return body.replace(/\r\n?/g, '\n');
  };
}

/**
 * The events of a server-sent event stream, those of one piece of text together, whatever its line ends and wherever it is cut: comments are passed over, `data:`
 * over several lines is joined, an event that lacks its closing blank line at the end counts. A text that holds no event at
 * all but lines that are no fields is `malformed_stream`.
 */
export async function* readSseEvents(texts: AsyncIterable<string>): AsyncGenerator<StreamEvent[]> {
  let arrived: StreamEvent[] = [];
  let seen = 0;
  let foreign: string | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      seen++;
      arrived.push({ type: event ?? 'message', data });
    },
    onError: (error) => {
      foreign ??= error.line ?? error.message;
    },
  });
  const take = (): StreamEvent[] => {
    const events = arrived;
    arrived = [];
    return events;
  };
  const normalize = createLineEnds();
  for await (const text of texts) {
    parser.feed(normalize(text));
    if (arrived.length > 0) yield take();
  }
  parser.feed('\n\n');
  if (arrived.length > 0) yield take();
  if (seen === 0 && foreign !== undefined) {
    throw new QueryFailure({
      message: `the answer is no event stream: ${JSON.stringify(foreign.slice(0, 80))}`,
      error_type: 'malformed_stream',
    });
  }
}

function toEvents(lines: readonly string[]): StreamEvent[] {
  return lines.filter((line) => line.trim() !== '').map((data) => ({ type: 'message', data }));
}

/** The lines of a JSON Lines stream as events of type `message`, those of one piece of text together; blank lines are passed over. */
export async function* readLineEvents(texts: AsyncIterable<string>): AsyncGenerator<StreamEvent[]> {
  const normalize = createLineEnds();
  let rest = '';
  for await (const text of texts) {
    const lines = `${rest}${normalize(text)}`.split('\n');
    rest = lines.pop() ?? '';
    const events = toEvents(lines);
    if (events.length > 0) yield events;
  }
  const last = toEvents([rest]);
  if (last.length > 0) yield last;
}
