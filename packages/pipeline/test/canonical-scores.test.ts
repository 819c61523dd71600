import { createMemoryStore } from '@reportcard/object-store';
import { parseScores, parseScoresLazily } from '@reportcard/report-schema';
import { expect, test } from 'vitest';
import { reportPlace } from '../src/places.ts';
import { scoreRun } from '../src/score-run.ts';

type Path = readonly string[];

async function scoredText(): Promise<string> {
  const store = createMemoryStore();
  const record = { user_input: 'q', final_status: 'success', requires_rag: true, reference_doc_ids: ['d'] };
  const response = { answer: 'a', results: [{ id: 'd' }] };
  const lines = ['a', 'b'].map((query_id) => JSON.stringify({ query_id, ...record, intent_l1: 'x', response }));
  await store.put('runs/r.jsonl', `${lines.join('\n')}\n`);
  await scoreRun({ store, runId: 'r', now: new Date(0) });
  return Buffer.from((await store.get(reportPlace('r').scores)) ?? '').toString();
}

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path];
  return [path, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

function change(text: string, path: Path, edit: (holder: Record<string, unknown>, key: string) => void): unknown {
  const value: unknown = JSON.parse(text);
  const holder = path.slice(0, -1).reduce((inner, key) => Reflect.get(Object(inner), key), value);
  edit(holder as Record<string, unknown>, path.at(-1) ?? '');
  return value;
}

/** What a parser gives, or the problems it finds. */
async function outcome(parse: () => unknown): Promise<unknown> {
  try {
    return { value: JSON.stringify(await parse()) };
  } catch (error) {
    return { problems: Reflect.get(Object(error), 'problems') };
  }
}

const EDITS: Readonly<Record<string, (holder: Record<string, unknown>, key: string) => void>> = {
  'left out': (holder, key) => Reflect.deleteProperty(holder, key),
  null: (holder, key) => Reflect.set(holder, key, null),
  'a text': (holder, key) => Reflect.set(holder, key, 'other'),
  'a negative number': (holder, key) => Reflect.set(holder, key, -1.5),
  'an object': (holder, key) => Reflect.set(holder, key, { other: 1 }),
};

test.each(Object.entries(EDITS))('the quick check and the schema agree where a field is %s', async (_, edit) => {
  const text = await scoredText();
  const paths = pathsOf(JSON.parse(text)).filter(({ length }) => length > 0);
  expect(paths.length).toBeGreaterThan(500);
  for (const path of paths) {
    const quick = await outcome(() => parseScoresLazily(change(text, path, edit)));
    const strict = await outcome(() => parseScores(change(text, path, edit)));
    expect(quick, path.join('.')).toEqual(strict);
  }
});
