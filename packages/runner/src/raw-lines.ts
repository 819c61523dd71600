const NEWLINE = 10;

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = bytes[index];
    if (byte !== 32 && byte !== 9 && byte !== 13) return false;
  }
  return true;
}

/** The lines of a byte stream as bytes without their newline; blank lines are passed over. Never decodes. */
export async function* readRawLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      if (!isBlank(bytes, start, end)) yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (!isBlank(rest, 0, rest.length)) yield rest;
}

const LINE_END = Uint8Array.of(NEWLINE);

/**
 * The lines of a run file in data-set order, one a sample. `orders[i]` is the place of physical line `i`; of several lines
 * with one place the last counts. Holds only the lines that came too early.
 */
export async function* orderLines(
  lines: AsyncIterable<Uint8Array>,
  orders: readonly number[],
): AsyncGenerator<Uint8Array> {
  const lastLine = new Map<number, number>();
  for (const [line, order] of orders.entries()) lastLine.set(order, line);
  const wanted = [...lastLine.keys()].sort((a, b) => a - b);
  const early = new Map<number, Uint8Array>();
  let next = 0;
  let line = 0;
  for await (const bytes of lines) {
    const order = orders[line];
    if (order !== undefined && lastLine.get(order) === line) early.set(order, bytes);
    line++;
    for (let order = wanted[next]; order !== undefined; order = wanted[next]) {
      const ready = early.get(order);
      if (ready === undefined) break;
      early.delete(order);
      yield ready;
      yield LINE_END;
      next++;
    }
  }
}
