/** Where a scanner stands in a JSON text: enough to cut the elements of one array out of it without parsing the rest. */
export interface ScanSink {
  /** True for the array whose elements are wanted; asked once an array until one is. */
  isTarget(path: readonly string[]): boolean;
  /** One element of the target: its text and the line it begins on. */
  element(text: string, line: number): void;
  /** A key outside the target, with the path of its object. */
  key?(key: string, path: readonly string[]): void;
}

const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;

function isBlank(code: number): boolean {
  return code === 32 || code === NEWLINE || code === 13 || code === 9;
}

/**
 * Reads JSON text in pieces and cuts the elements of one array out of it. What stands around them, with the array left
 * empty, is the envelope. Only brackets and strings are looked at: whoever parses the parts finds the faults in them.
 */
export class JsonScanner {
  readonly #sink: ScanSink;
  readonly #path: string[] = [];
  readonly #containers: number[] = [];
  readonly #envelope: string[] = [];
  #element: string[] = [];
  #elementDepth = -1;
  #elementLine = 0;
  #targetDepth = -1;
  #targetSeen = false;
  #inString = false;
  #escaped = false;
  #key: string[] | null = null;
  #expectsKey = false;
  #line = 1;
  #ended = false;
  #trailing = false;
  #size = 0;

  constructor(sink: ScanSink) {
    this.#sink = sink;
  }

  /** The line the scanner stands on. */
  get line(): number {
    return this.#line;
  }

  /** True when the text has ended with the value it began with. */
  get complete(): boolean {
    return this.#ended;
  }

  /** True when something follows the value. */
  get trailing(): boolean {
    return this.#trailing;
  }

  get targetSeen(): boolean {
    return this.#targetSeen;
  }

  /** Characters held at the moment. */
  get size(): number {
    return this.#size;
  }

  envelope(): string {
    return this.#envelope.join('');
  }

  push(text: string): void {
    let from = 0;
    const flush = (to: number): void => {
      if (to > from) this.#keep(text.slice(from, to));
      from = to;
    };
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code === NEWLINE) this.#line++;
      if (this.#inString) {
        if (this.#key !== null && code !== QUOTE) this.#key.push(text.charAt(index));
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#endString();
        continue;
      }
      if (isBlank(code)) continue;
      if (this.#ended) {
        this.#trailing = true;
        continue;
      }
      if (this.#betweenElements()) {
        if (code === 44) {
          flush(index);
          from = index + 1;
          continue;
        }
        if (code !== 93) this.#beginElement(flush, index);
      }
      if (code === QUOTE) this.#beginString();
      else if (code === 123 || code === 91) this.#open(code);
      else if (code === 125 || code === 93) this.#close(code, flush, index);
      else if (code === 44) {
        if (this.#elementDepth < 0) this.#expectsKey = this.#containers.at(-1) === 123;
        else if (this.#containers.length === this.#elementDepth) {
          this.#endElement(flush, index);
          from = index + 1;
        }
      }
    }
    flush(text.length);
  }

  #keep(text: string): void {
    this.#size += text.length;
    if (this.#elementDepth >= 0) this.#element.push(text);
    else if (!this.#betweenElements() || text.trim() !== '') this.#envelope.push(text);
  }

  #betweenElements(): boolean {
    return this.#targetDepth >= 0 && this.#elementDepth < 0 && this.#containers.length === this.#targetDepth;
  }

  #beginElement(flush: (to: number) => void, index: number): void {
    flush(index);
    this.#elementDepth = this.#containers.length;
    this.#elementLine = this.#line;
  }

  #beginString(): void {
    this.#inString = true;
    if (this.#elementDepth < 0 && this.#expectsKey) this.#key = [];
  }

  #endString(): void {
    this.#inString = false;
    if (this.#key === null) return;
    const depth = this.#containers.length - 1;
    const key = this.#key.join('');
    this.#path[depth] = key;
    this.#sink.key?.(key, this.#path.slice(0, depth));
    this.#key = null;
    this.#expectsKey = false;
  }

  #open(code: number): void {
    const isTarget =
      code === 91 &&
      !this.#targetSeen &&
      this.#elementDepth < 0 &&
      this.#sink.isTarget(this.#path.slice(0, this.#containers.length));
    if (this.#elementDepth < 0) this.#path[this.#containers.length] = '';
    this.#containers.push(code);
    if (this.#elementDepth < 0) this.#expectsKey = code === 123;
    if (!isTarget) return;
    this.#targetSeen = true;
    this.#targetDepth = this.#containers.length;
  }

  #close(code: number, flush: (to: number) => void, index: number): void {
    if (this.#betweenElements() && code === 93) this.#targetDepth = -1;
    this.#containers.pop();
    this.#path.length = this.#containers.length;
    if (this.#elementDepth >= 0 && this.#containers.length < this.#elementDepth) {
      this.#endElement(flush, index);
      this.#targetDepth = -1;
    } else if (this.#elementDepth >= 0 && this.#containers.length === this.#elementDepth)
      this.#endElement(flush, index + 1);
    if (this.#containers.length === 0) this.#ended = true;
    this.#expectsKey = false;
  }

  #endElement(flush: (to: number) => void, index: number): void {
    flush(index);
    const text = this.#element.join('');
    this.#size -= text.length;
    this.#element = [];
    this.#elementDepth = -1;
    this.#sink.element(text, this.#elementLine);
  }
}
