import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseRunRecordLazily, readJsonLineBatches } from '@reportcard/report-schema';
import { section } from './section.mjs';

// Reads and parses every line of a run file: `ours`, `checked` (ours, with every field checked), `readline`.
const [side, file] = process.argv.slice(2);
const source = () => createReadStream(file, { highWaterMark: 1 << 18 });

const sides = {
  async ours() {
    let lines = 0;
    for await (const batch of readJsonLineBatches(source(), { file }))
      for (const { value } of batch) lines += value === null ? 0 : 1;
    return { lines };
  },
  async checked() {
    let lines = 0;
    for await (const batch of readJsonLineBatches(source(), { file })) {
      for (const { line, value } of batch) {
        const record = parseRunRecordLazily(value, { file, line });
        if (record instanceof Promise) await record;
        lines += 1;
      }
    }
    return { lines };
  },
  async readline() {
    let lines = 0;
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
      lines += JSON.parse(text) === null ? 0 : 1;
    return { lines };
  },
};
await section(sides[side]);
