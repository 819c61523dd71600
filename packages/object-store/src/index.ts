export { createFileStore } from './file-store.ts';
export { compareKeys, findUnsafeSegment, folderOf, parseKey, parsePrefix } from './key.ts';
export { createMemoryStore } from './memory-store.ts';
export { collectBytes, readBody } from './object-body.ts';
export type { Appender, ObjectBody, ObjectStat, ObjectStore, PartReader, PutOptions } from './object-store.ts';
export { readText } from './read-text.ts';
