import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { formatScores } from '@reportcard/report-schema';
import { section } from './section.mjs';

// Writes a `_scores.json` to /dev/null: `ours` in pieces, `stringify` at once. Peak memory is what the writing adds.
const [side, file] = process.argv.slice(2);
const scores = JSON.parse(readFileSync(file, 'utf8'));
const out = openSync('/dev/null', 'w');
const sides = {
  ours() {
    let text = '';
    for (const piece of formatScores(scores)) {
      text += piece;
      if (text.length < 1 << 18) continue;
      writeSync(out, text);
      text = '';
    }
    writeSync(out, text);
  },
  stringify() {
    writeSync(out, JSON.stringify(scores, null, 2));
  },
};
globalThis.gc();
const before = process.memoryUsage().rss / 1024 / 1024;
let highest = before;
await section(() => {
  sides[side]();
  highest = Math.max(highest, process.memoryUsage().rss / 1024 / 1024);
  return { peak: Math.max(1, highest - before) };
});
closeSync(out);
