import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLineEvents, readSseEvents, type StreamEvent } from '../../src/http/stream-events.ts';
import { recordTarget } from './loopback.ts';

/** Events of a stream written by hand, one line an array item; joined with each kind of line end below. */
const LINES = [
  ': a comment',
  'event: meta',
  'data: {"id":7}',
  '',
  'data: {"delta":"你好，"}',
  '',
  'data: {"delta":"wor',
  'data: ld 😀"}',
  '',
  'event: think',
  'id: 3',
  'retry: 10',
  'data: {"delta":"hm"}',
  '',
  'data:{"delta":"!"}',
  '',
  '',
  'event: finish',
  'data: {"status":"done"}',
  '',
];
const EVENTS: readonly StreamEvent[] = [
  { type: 'meta', data: '{"id":7}' },
  { type: 'message', data: '{"delta":"你好，"}' },
  { type: 'message', data: '{"delta":"wor\nld 😀"}' },
  { type: 'think', data: '{"delta":"hm"}' },
  { type: 'message', data: '{"delta":"!"}' },
  { type: 'finish', data: '{"status":"done"}' },
];

async function* pieces(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function collect(batches: AsyncIterable<readonly StreamEvent[]>): Promise<StreamEvent[]> {
  const all: StreamEvent[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

/** A response whose body comes in the given pieces. */
function respond(chunks: readonly Uint8Array[], type = 'text/event-stream'): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': type } });
}

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('an event stream with %s line ends', (_name, end) => {
  const text = `${LINES.join(end)}${end}`;

  it('gives the same events wherever it is cut in two, and cut everywhere', async () => {
    for (let cut = 0; cut <= text.length; cut++)
      expect(await collect(readSseEvents(pieces([text.slice(0, cut), text.slice(cut)])))).toEqual(EVENTS);
    expect(await collect(readSseEvents(pieces([...text])))).toEqual(EVENTS);
  });

  it('gives the same events however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 20 }), async (cuts) => {
        const points = [0, ...cuts.sort((a, b) => a - b), text.length];
        const parts = points.slice(1).map((point, index) => text.slice(points[index], point));
        expect(await collect(readSseEvents(pieces(parts)))).toEqual(EVENTS);
      }),
    );
  });

  it('counts an event whose closing blank line is missing at the end', async () => {
    expect(await collect(readSseEvents(pieces([text.trimEnd()])))).toEqual(EVENTS);
  });

  it('hands an event on as soon as its blank line has come', async () => {
    const seen: string[] = [];
    const source = async function* (): AsyncGenerator<string> {
      yield `data: 1${end}${end}`;
      seen.push('asked for more');
      yield `data: 2${end}${end}`;
    };
    for await (const batch of readSseEvents(source())) seen.push(...batch.map((event) => event.data));
    expect(seen).toEqual(['1', 'asked for more', '2']);
  });
});

describe('an answer that is cut between bytes', () => {
  const answer = '你好，wörld 😀\u2028!';
  const deltas = [...answer].map((character) => `data: {"delta":${JSON.stringify(character)}}\r\n\r\n`).join('');
  const bytes = new TextEncoder().encode(`${deltas}data: [DONE]\r\n\r\n`);
  const target = { chat: { url: 'http://127.0.0.1:9/', response: 'sse', end: ['[DONE]'] } };

  it('is recorded byte for byte, whatever the boundary', async () => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      const [record] = await recordTarget(target, 1, {
        fetch: async () => respond([bytes.slice(0, cut), bytes.slice(cut)]),
      });
      expect([record?.response?.answer, record?.final_status]).toEqual([answer, 'success']);
    }
    const [record] = await recordTarget(target, 1, {
      fetch: async () => respond([...bytes].map((byte) => Uint8Array.of(byte))),
    });
    expect(record?.response?.answer).toBe(answer);
  });
});

describe('other streams', () => {
  it('reads JSON Lines with any line end, blank lines and a missing last newline', async () => {
    const events = [
      { type: 'message', data: '{"a":1}' },
      { type: 'message', data: '{"b":2}' },
    ];
    for (const text of ['{"a":1}\n{"b":2}\n', '{"a":1}\r\n\r\n{"b":2}', '\n{"a":1}\r{"b":2}']) {
      for (let cut = 0; cut <= text.length; cut++)
        expect(await collect(readLineEvents(pieces([text.slice(0, cut), text.slice(cut)])))).toEqual(events);
    }
  });

  it('says that a text without any event is no event stream', async () => {
    await expect(collect(readSseEvents(pieces(['<html>\n', 'oops\n'])))).rejects.toMatchObject({
      error_type: 'malformed_stream',
    });
    expect(await collect(readSseEvents(pieces([': only a comment\n\n'])))).toEqual([]);
  });
});
