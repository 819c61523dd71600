import { parseJson } from '@reportcard/report-schema';

interface Place {
  readonly file: string;
}

type Blocks = ReadonlyMap<string, Buffer>;

/**
 * Where the members of an object lie that is written over lines, its keys indented by `indent` and plain words. Null for
 * any other text. Deeper lines are indented further, and no string of JSON holds a line break, so nothing else looks so.
 * `isCut`: the text ends with the comma after a member instead of the object's end.
 */
function findBlocks(bytes: Buffer, indent: string, isCut: boolean): Blocks | null {
  const line = `\n${indent}"`;
  if (bytes.indexOf(`{${line}`) !== 0) return null;
  const starts: number[] = [];
  for (let at = bytes.indexOf(line); at >= 0; at = bytes.indexOf(line, at + 1)) starts.push(at);
  const end = bytes.lastIndexOf(isCut ? ',' : '\n');
  const blocks = new Map<string, Buffer>();
  for (const [index, start] of starts.entries()) {
    const member = bytes.subarray(start + line.length, starts[index + 1] ?? end);
    const [shown = '', key] = /^([a-z0-9_]+)": /.exec(member.toString('latin1', 0, 64)) ?? [];
    if (key === undefined || blocks.has(key)) return null;
    const isLast = starts[index + 1] === undefined;
    blocks.set(key, member.subarray(shown.length, isLast ? member.length : member.lastIndexOf(',')));
  }
  return blocks;
}

/** An object whose members are made when they are first looked at, and kept. */
function makeLazy(blocks: Blocks, read: (key: string, bytes: Buffer) => unknown): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  const keep = (key: string, value: unknown): void => {
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  };
  for (const [key, bytes] of blocks) {
    const get = (): unknown => {
      const value = read(key, bytes);
      keep(key, value);
      return value;
    };
    Object.defineProperty(object, key, { get, enumerable: true, configurable: true });
  }
  return object;
}

/**
 * A JSON object in our form, of which only the members that are looked at are parsed; those in `nested` again member by
 * member. `isCut`: the text ends with the comma after a member. Null when the text is not in that form. A member that is no JSON throws its `data` error when it is looked at.
 */
export function parseBlocksLazily(
  bytes: Buffer,
  { nested, isCut }: { readonly nested: readonly string[]; readonly isCut: boolean },
  place: Place,
): Record<string, unknown> | null {
  const blocks = findBlocks(bytes, '  ', isCut);
  if (blocks === null) return null;
  const parse = (_: string, block: Buffer): unknown => parseJson(block.toString('utf8'), place);
  return makeLazy(blocks, (key, block) => {
    const inner = nested.includes(key) ? findBlocks(block, '    ', false) : null;
    return inner === null ? parse(key, block) : makeLazy(inner, parse);
  });
}
