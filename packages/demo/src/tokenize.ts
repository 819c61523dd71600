/** Chinese function characters that join words without meaning of their own; a run of Han characters is cut there. */
const JOINERS: ReadonlySet<string> = new Set('的了吗呢啊吧么嘛呀哦和跟与就都也还很');

const RUN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;
const HAN = /^\p{Script=Han}/u;

/** Cuts a run of Han characters at the joiners; a run made of joiners only is kept whole. */
function cutAtJoiners(run: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of run) {
    if (JOINERS.has(character)) {
      if (piece !== '') pieces.push(piece);
      piece = '';
    } else piece += character;
  }
  if (piece !== '') pieces.push(piece);
  return pieces.length === 0 ? [run] : pieces;
}

function toBigrams(piece: string): string[] {
  const characters = Array.from(piece);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

/**
 * Search terms of a text in order, repeats kept: overlapping pairs of neighbouring Han characters, and words of
 * letters and digits as they stand. Compatibility forms are folded (NFKC) and letters are lower case. An empty list
 * means the text has neither letters nor digits.
 */
export function tokenizeText(text: string): string[] {
  const runs = text.normalize('NFKC').toLowerCase().match(RUN) ?? [];
  return runs.flatMap((run) => (HAN.test(run) ? cutAtJoiners(run).flatMap(toBigrams) : [run]));
}
