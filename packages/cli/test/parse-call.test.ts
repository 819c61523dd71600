import { describe, expect, test } from 'vitest';
import { COMMON } from '../src/main.ts';
import { parseCall } from '../src/parse-call.ts';
import { runProgram } from '../src/program.ts';
import type { CliContext } from '../src/terminal/cli-context.ts';
import type { Flags, Verb } from '../src/verb.ts';
import { VERBS } from '../src/verbs.ts';

interface Seen {
  readonly verb: string;
  readonly args: readonly string[];
  readonly flags: Flags;
}

/** What the full parser makes of a call; null where it explains instead of running a verb. */
async function askFullParser(argv: readonly string[]): Promise<Seen | null> {
  const seen: Seen[] = [];
  const run = (verb: string) => async (args: readonly string[], flags: Flags) => {
    seen.push({ verb, args, flags });
    return 0;
  };
  const verbs: Verb[] = VERBS.map((verb) => ({ ...verb, load: async () => ({ run: run(verb.name) }) }));
  const context: CliContext = {
    cwd: '.',
    env: {},
    verbs,
    interactive: false,
    signal: new AbortController().signal,
    now: () => new Date(0),
    out: () => undefined,
    say: () => undefined,
  };
  await runProgram(argv, context, COMMON);
  return seen[0] ?? null;
}

function askQuickParser(argv: readonly string[]): Seen | null {
  const call = parseCall(argv, VERBS, COMMON);
  return call === null ? null : { verb: call.verb.name, args: call.args, flags: call.flags };
}

const PLAIN: readonly (readonly string[])[] = [
  ['gate'],
  ['gate', 'r', '--min', 'hit@5=0.9'],
  ['gate', '--min', 'hit@5=0.9', '--min', 'hit@1=0.5,x', 'r', '--json'],
  ['gate', '--min=hit@5@l2:S1_选购推荐=0.6', '--max-drop', 'mrr=0.03', '--not-worse', 'mrr', '--not-worse', 'hit@1'],
  ['gate', '--min-coverage', '0.9', '--noise', 'interval', '--allow-lexical', '--junit', 'out.xml'],
  ['gate', '--', 'r'],
  ['gate', '--quiet', '--', '--json'],
  ['report', 'r', '--renderer', 'md, csv', '--renderer', 'slides', '--lang', 'en', '--dir', 'a b', '--redact'],
  ['report', '--lang', 'en', '--lang', 'zh'],
  ['report', '--dir', ''],
  ['report', '--dir='],
  ['score', '--only', 'faithfulness', '--budget', '10calls', '--budget', '2money', '--as', 'second', '--yes'],
  ['run', '--shard', '2/4', '--limit', '3', '--dry-run'],
  ['import', 'auto', 'table.csv', '--columns', 'user_input=ask,response=reply', '--columns', 'id=no'],
  ['compare', 'a', 'b', '--force'],
  ['validate', 'one.jsonl', 'two.jsonl', 'three.jsonl'],
  ['validate'],
];

test.each(PLAIN.map((argv) => ({ argv })))('$argv: both parsers give the same', async ({ argv }) => {
  const quick = askQuickParser(argv);
  expect(quick).not.toBeNull();
  expect(quick).toEqual(await askFullParser(argv));
});

const EXPLAINED: readonly (readonly string[])[] = [
  [],
  ['--help'],
  ['-h'],
  ['--version'],
  ['help', 'gate'],
  ['gate', '--help'],
  ['gate', '--mni', 'hit@5=0.9'],
  ['gate', 'a', 'b'],
  ['gate', '--min'],
  ['gate', '--min', '--json'],
  ['gate', '--json=yes'],
  ['gate', '-x'],
  ['compare', 'a'],
  ['gaet'],
  ['--json', 'gate'],
];

test.each(EXPLAINED.map((argv) => ({ argv })))('$argv is left to the full parser', ({ argv }) => {
  expect(askQuickParser(argv)).toBeNull();
});

describe('what the quick parser does not know', () => {
  test.each([
    { argv: ['run', '--resume'], flags: { resume: true } },
    { argv: ['run', '--resume', 'v1'], flags: { resume: 'v1' } },
    { argv: ['review', 'r'], flags: { open: true } },
    { argv: ['review', 'r', '--no-open'], flags: { open: false } },
  ])('$argv is read by the full parser', async ({ argv, flags }) => {
    expect(askQuickParser(argv)).toBeNull();
    expect((await askFullParser(argv))?.flags).toEqual(flags);
  });
});

test('a wrong value is refused in the same words', async () => {
  const argv = ['gate', '--noise', 'loud'];
  const words = '--noise: expected one of value, interval, significance, got "loud"';
  expect(() => askQuickParser(argv)).toThrow(words);
  await expect(askFullParser(argv)).rejects.toThrow(words);
});
