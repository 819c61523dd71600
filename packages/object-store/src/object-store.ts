/** What can be stored under a key: text (UTF-8), bytes, or a stream of either. */
export type ObjectBody = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** How an object is written. */
export interface PutOptions {
  /** Also force the bytes onto the disk before they are published. Costs milliseconds; for what cannot be made again. Default false. */
  readonly durable?: boolean | undefined;
}

/** Size and time of a stored object. */
export interface ObjectStat {
  /** Bytes. */
  readonly size: number;
  readonly modified: Date;
}

/** Adds lines to the end of an object; made by {@link ObjectStore.append}. */
export interface Appender {
  /**
   * Adds text. Resolves when it is as safe as the store makes it: handed to the operating system (files), or accepted and
   * sent within a second (S3, which cannot append). Calls may overlap; texts land whole, in call order.
   */
  write(text: string): Promise<void>;
  /** Stores what is left and ends the appending. A second call does nothing. */
  close(): Promise<void>;
}

/** Reads parts of one object, as it was when it was opened. */
export interface PartReader {
  /** `length` bytes from `start`; fewer at the end of the object. */
  read(start: number, length: number): Uint8Array;
  close(): void;
}

/**
 * Where files live: keys are safe relative paths with `/` (see `parseKey`). Every method rejects with a ReportcardError:
 * `path` when the key or the place is at fault (bad key, a folder in the way, no permission), `unavailable` when the store
 * is (disk full, network, credentials).
 */
export interface ObjectStore {
  /** Address for messages: `file:///…`, `memory:`, `s3://bucket/prefix`. Holds no secret. */
  readonly url: string;
  /** The whole object; null when there is none. */
  get(key: string): Promise<Uint8Array | null>;
  /** The object in chunks; throws a `data` error when there is none. */
  read(key: string): AsyncIterable<Uint8Array>;
  /** Opens an object for reading parts of it at once; null when there is none. Stores that cannot do that lack the method. */
  openParts?(key: string): PartReader | null;
  /** Stores an object. Readers see the old object or the new one, never a part; a body that throws leaves the old one. */
  put(key: string, body: ObjectBody, options?: PutOptions): Promise<void>;
  /** Stores an object only when the key is free; false when it was taken. Of several at once, one wins. */
  putIfAbsent(key: string, body: string | Uint8Array): Promise<boolean>;
  /** Opens an object for appending; makes it when there is none. */
  append(key: string): Promise<Appender>;
  /** Null when there is no such object. */
  stat(key: string): Promise<ObjectStat | null>;
  exists(key: string): Promise<boolean>;
  /** Keys that begin with `prefix` (a plain text prefix; `''` for all), in UTF-8 byte order. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes an object; no fault when there is none. */
  delete(key: string): Promise<void>;
  /** Moves an object over whatever stands at `to`; throws a `data` error when `from` does not exist. */
  rename(from: string, to: string): Promise<void>;
}
