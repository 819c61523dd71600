import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

function planEdits(root, edits) {
  const texts = new Map();
  for (const { file, after, before, insert } of edits) {
    const text = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8');
    const anchor = after ?? before;
    const at = text.indexOf(anchor);
    if (at < 0 || text.indexOf(anchor, at + 1) >= 0)
      throw new Error(
        `${file}: ${at < 0 ? 'no' : 'more than one'} place ${JSON.stringify(anchor)}; tools/scaffold is out of date`,
      );
    const place = after === undefined ? at : at + anchor.length;
    texts.set(file, text.slice(0, place) + insert + text.slice(place));
  }
  return texts;
}

/**
 * Writes what a scaffold plans: new `files` by path, and `edits` that insert a text before or after a place that stands in
 * a file exactly once. Nothing is written when a file exists or a place is gone. Returns the paths touched.
 */
export function applyPlan(root, { files, edits }) {
  const present = Object.keys(files).filter((file) => existsSync(path.join(root, file)));
  if (present.length > 0) throw new Error(`${present.join(', ')}: there already`);
  const texts = planEdits(root, edits);
  for (const [file, text] of [...Object.entries(files), ...texts]) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return [...Object.keys(files), ...texts.keys()];
}

/** A changeset file: packages with the kind of their next version, and the sentence users read. */
export function changeset(bumps, sentence) {
  const lines = Object.entries(bumps).map(([name, kind]) => `'${name}': ${kind}`);
  return ['---', ...lines, '---', '', sentence, ''].join('\n');
}
