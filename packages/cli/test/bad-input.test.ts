import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { callCli, createFolder } from './call-cli.ts';

const GOOD = {
  query_id: 'q1',
  user_input: 'why?',
  final_status: 'success',
  response: { answer: 'because', results: [] },
};
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** A workspace with one run file of the given bytes. */
function workspace(bytes: string | Uint8Array, name = 'v1'): string {
  const folder = createFolder();
  mkdirSync(path.join(folder, 'runs'));
  writeFileSync(path.join(folder, 'runs', `${name}.jsonl`), bytes);
  return folder;
}

const BROKEN: readonly { readonly what: string; readonly bytes: string; readonly message: string }[] = [
  {
    what: 'a broken JSON line',
    bytes: `${line(GOOD)}{"query_id": "q2",\n${line({ ...GOOD, query_id: 'q3' })}`,
    message: 'runs/v1.jsonl:2: this is not valid JSON',
  },
  {
    what: 'a doubled id',
    bytes: line(GOOD) + line(GOOD),
    message: 'runs/v1.jsonl:2 query_id: the sample "q1" stands twice, first on line 1',
  },
  {
    what: 'a missing required field',
    bytes: line({ ...GOOD, user_input: undefined }),
    message: 'runs/v1.jsonl:1 user_input: a required field is missing',
  },
  { what: 'a misspelt field', bytes: line({ ...GOOD, refrence: 'x' }), message: 'did you mean "reference"?' },
  {
    what: 'a wrong type',
    bytes: line({ ...GOOD, latency_ms: '12' }),
    message: 'runs/v1.jsonl:1 latency_ms: expected number, received string',
  },
  {
    what: 'a NaN literal',
    bytes: '{"query_id":"q1","user_input":"x","final_status":"success","response":{},"latency_ms":NaN}\n',
    message: 'runs/v1.jsonl:1: NaN is not JSON',
  },
  { what: 'an empty file', bytes: '', message: 'runs/v1.jsonl: the file is empty' },
  {
    what: 'a git-lfs pointer',
    bytes: 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n',
    message: 'this is a git-lfs pointer',
  },
  {
    what: 'a newer version',
    bytes: line({ ...GOOD, schema_version: 2 }),
    message: 'upgrade the packages reportcard and @reportcard/report-schema',
  },
];

describe('a faulty run file', () => {
  it.each(BROKEN)('with $what: one message, exit 2, nothing written', async ({ bytes, message }) => {
    const cwd = workspace(bytes);
    const call = await callCli(['score', 'v1'], { cwd });
    expect(call.err).toContain(message);
    expect(call.err.split('\n')).toHaveLength(1);
    expect(call.code).toBe(2);
    expect(existsSync(path.join(cwd, 'reports'))).toBe(false);
  });

  it('that is a folder is named as such', async () => {
    const cwd = createFolder();
    mkdirSync(path.join(cwd, 'runs', 'v1.jsonl'), { recursive: true });
    const call = await callCli(['score', 'v1'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('v1');
  });

  it('is read with a BOM and CRLF', async () => {
    const cwd = workspace(`\uFEFF${JSON.stringify(GOOD)}\r\n${JSON.stringify({ ...GOOD, query_id: 'q2' })}\r\n`);
    const call = await callCli(['score', 'v1'], { cwd });
    expect(call.err).toBe('');
    expect(call.code).toBe(0);
  });
});

describe('validate', () => {
  it('lists all problems of a file, not the first', async () => {
    const cwd = workspace(
      [
        line({ ...GOOD, refrence: 'x', latency_ms: -1 }),
        '{"broken\n',
        line({ ...GOOD, final_status: 'done' }),
        line(GOOD),
      ].join(''),
    );
    const call = await callCli(['validate', 'runs/v1.jsonl'], { cwd });
    expect(call.code).toBe(2);
    const problems = call.err.split('\n');
    expect(problems.map((problem) => /^error: runs\/v1\.jsonl:(\d+)/.exec(problem)?.[1])).toEqual([
      '1',
      '1',
      '2',
      '3',
      '3',
      '4',
    ]);
    expect(call.err).toContain('refrence');
    expect(call.err).toContain('latency_ms');
    expect(call.err).toContain('final_status');
    expect(call.err).toContain('stands twice, first on line 1');
  });

  it.each([
    ['cases.jsonl', line({ query_id: 'a', user_input: 'x' }), 'cases, 1 entry, no problem'],
    ['documents.jsonl', line({ document_id: 'a', text: 'x' }), 'documents, 1 entry, no problem'],
    ['run.jsonl', line(GOOD), 'run, 1 entry, no problem'],
  ])('tells what %s is', async (name, text, said) => {
    const cwd = createFolder();
    writeFileSync(path.join(cwd, name), text);
    const call = await callCli(['validate', name], { cwd });
    expect(call.out).toContain(said);
    expect(call.code).toBe(0);
  });

  it('answers with JSON for machines', async () => {
    const cwd = workspace(line({ ...GOOD, latency_ms: 'x' }));
    const call = await callCli(['validate', 'runs/v1.jsonl', '--json'], { cwd });
    const answer = JSON.parse(call.out) as { ok: boolean; files: { problems: { line: number; path: string }[] }[] };
    expect(answer.ok).toBe(false);
    expect(answer.files[0]?.problems[0]).toMatchObject({ line: 1, path: 'latency_ms' });
    expect(call.code).toBe(2);
  });
});

describe('wrong use', () => {
  it.each([
    [['score', '../evil'], 'cannot be used as a file name'],
    [['score', 'nothing'], 'there is no run "nothing"'],
    [['import', 'ragnt', 'x'], 'did you mean ragent?'],
    [['import', 'ragent', 'absent.jsonl'], 'absent.jsonl: there is no such file'],
    [['score', '--profile', 'trek'], '--profile: expected one of default, trec, ragent, got "trek"'],
    [['run'], 'names no system under test'],
    [['schema', 'scorse'], 'did you mean scores?'],
    [['run', '--limit', '0'], '--limit: expected a whole number of at least 1'],
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['score', '--frob'], "unknown option '--frob'"],
  ])('%j ends with 2 and says why', async (args, message) => {
    const call = await callCli(args, { cwd: createFolder() });
    expect(call.err).toContain(message);
    expect(call.code).toBe(2);
  });

  it('refuses an unsafe run name before anything is written', async () => {
    const cwd = createFolder();
    writeFileSync(path.join(cwd, 'r.jsonl'), '{}\n');
    const call = await callCli(['import', 'ragent', 'r.jsonl', '--name', 'a/../b'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('cannot be used as a file name');
    expect(readdirSync(cwd)).toEqual(['r.jsonl']);
  });

  it('never replaces an existing run', async () => {
    const cwd = workspace(line(GOOD));
    writeFileSync(
      path.join(cwd, 'r.jsonl'),
      line({ query_id: 'a', user_input: 'x', response: 'y', final_status: 'success' }),
    );
    const call = await callCli(['import', 'ragent', 'r.jsonl', '--name', 'v1'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('the run v1 exists already');
  });

  it('leaves nothing behind when an import fails in the middle', async () => {
    const cwd = createFolder();
    const good = { query_id: 'a', user_input: 'x', response: 'y', final_status: 'success' };
    writeFileSync(path.join(cwd, 'r.jsonl'), line(good) + line(good));
    const call = await callCli(['import', 'ragent', 'r.jsonl', '--name', 'v1'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('r.jsonl:2 query_id: the query_id "a" stands twice, first on line 1');
    expect(readdirSync(cwd, { recursive: true }).filter((name) => String(name).includes('v1'))).toEqual([]);
  });
});

describe('a configuration', () => {
  it('with a typo is refused, with the nearest key and every other problem', async () => {
    const cwd = createFolder();
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({ judg: { kind: 'none' }, run: { concurency: 3 }, metrics: { ks: [0] } }),
    );
    const call = await callCli(['score'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('unknown key "judg" — did you mean "judge"?');
    expect(call.err).toContain('run.concurency: unknown key "concurency" — did you mean "concurrency"?');
    expect(call.err).toContain('metrics.ks.0');
  });

  it('that holds a secret instead of a name is refused', async () => {
    const cwd = createFolder();
    writeFileSync(
      path.join(cwd, 'reportcard.config.json'),
      JSON.stringify({ judge: { kind: 'openai-compatible', apiKeyEnv: 'sk-1234' } }),
    );
    const call = await callCli(['score'], { cwd });
    expect(call.code).toBe(2);
    expect(call.err).toContain('NAME of an environment variable');
  });

  it.each([
    [
      'reportcard.config.ts',
      "import { defineConfig } from 'reportcard';\nconst ks: number[] = [7];\nexport default defineConfig({ metrics: { ks } });\n",
    ],
    ['reportcard.config.mjs', 'export default { metrics: { ks: [7] } };\n'],
    ['reportcard.config.yaml', 'metrics:\n  ks: [7]\n'],
    ['reportcard.config.json', '{"metrics":{"ks":[7]}}\n'],
  ])('is read from %s', async (name, text) => {
    const cwd = workspace(line({ ...GOOD, requires_rag: true, reference_doc_ids: ['d'] }));
    writeFileSync(path.join(cwd, name), text);
    const call = await callCli(['score', 'v1', '--json'], { cwd });
    expect(call.err).toBe('');
    expect(JSON.parse(call.out).overall).toHaveProperty('hit@7', 0);
  });
});

describe('a report folder whose place is taken by a file', () => {
  it('ends with 2 and names the place', async () => {
    const cwd = workspace(line(GOOD));
    writeFileSync(path.join(cwd, 'reports'), 'in the way');
    const call = await callCli(['score', 'v1'], { cwd });
    expect(call.err).toContain('reports');
    expect(call.code).toBe(2);
  });
});
