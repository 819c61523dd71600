/**
 * The parsers of `parse.ts` for callers that must start fast: the schemas are loaded only for a value that is not in the
 * form this version writes. Results and errors are those of the parsers; a canonical value is answered at once.
 */
type Parsers = typeof import('../parse.ts');

let parsers: Parsers | undefined;

export async function loadParsers(): Promise<Parsers> {
  parsers ??= await import('../parse.ts');
  return parsers;
}

export function parseWith<T>(parse: (parsers: Parsers) => T): T | Promise<T> {
  return parsers === undefined ? loadParsers().then(parse) : parse(parsers);
}
