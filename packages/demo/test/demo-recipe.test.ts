import { parseCase } from '@reportcard/report-schema';
import type { BenchmarkDocument, KnowledgeBase, QueryEvent } from '@reportcard/runner';
import { describe, expect, it } from 'vitest';
import { createDemoBenchmark } from '../src/demo-benchmark.ts';
import { createDemoRecipe, type DemoRecipeOptions } from '../src/demo-recipe.ts';
import { loadDemoDataset } from '../src/load-demo-dataset.ts';

async function build(options: DemoRecipeOptions, documents: readonly BenchmarkDocument[]): Promise<KnowledgeBase> {
  const signal = new AbortController().signal;
  return await createDemoRecipe(options).build({
    name: 'shop',
    unit: { unit_id: 'all' },
    documents,
    document_keys: [],
    signal,
  });
}

interface Outcome {
  readonly documentIds: readonly unknown[];
  readonly answer: string;
  readonly status: string;
}

async function ask(target: KnowledgeBase, question: string): Promise<Outcome> {
  const stream = target.query(question, {
    mode: 'default',
    options: {},
    trace: false,
    signal: new AbortController().signal,
    case: parseCase({ query_id: 'x', user_input: question }),
  }) as AsyncIterable<QueryEvent>;
  const documentIds: unknown[] = [];
  let answer = '';
  let status = '';
  for await (const event of stream) {
    if (event.type === 'results')
      documentIds.push(...event.results.map(({ source }) => Reflect.get(Object(source), 'document_id')));
    if (event.type === 'answer_delta') answer += event.text;
    if (event.type === 'status') status = event.status;
  }
  return { documentIds: [...new Set(documentIds)], answer, status };
}

describe('createDemoRecipe', () => {
  it('reads documents given as text, as bytes and as a promise of bytes', async () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const target = await build({ language: 'en' }, [
      { document_id: 'a', text: 'Amber lamps glow.' },
      { document_id: 'b', data: bytes('Birch shelves creak.') },
      { document_id: 'c', load: async () => bytes('Copper kettles whistle.') },
    ]);
    const answers = await Promise.all(
      ['amber lamps', 'birch shelves', 'copper kettles'].map((text) => ask(target, text)),
    );
    expect(answers.map((outcome) => outcome.documentIds)).toEqual([['a'], ['b'], ['c']]);
  });
  it('reads web pages as their text and refuses what is no text', async () => {
    const bytes = (text: string) => async () => new TextEncoder().encode(text);
    const page = { document_id: 'a', media_type: 'text/html', load: bytes('<p>Amber <b>lamps</b> glow.</p>') };
    const target = await build({ language: 'en' }, [page, { document_id: 'b', text: 'Birch shelves.' }]);
    expect((await ask(target, 'amber lamps')).answer).toBe('Amber lamps glow.');
    const pdf = { document_id: 'c', name: 'c.pdf', media_type: 'application/pdf', load: bytes('%PDF-1.4') };
    await expect(build({ language: 'en' }, [pdf])).rejects.toMatchObject({
      code: 'data',
      file: 'c.pdf',
      message: expect.stringContaining('pdftotext'),
    });
  });
  it('predicts no intents where it is given none', async () => {
    const target = await build({ language: 'en', intents: [] }, [{ document_id: 'a', text: 'Amber lamps glow.' }]);
    expect(target.predictIntent).toBeUndefined();
    expect(createDemoRecipe({ language: 'en', name: 'small' }).manifest()).toMatchObject({ name: 'small' });
  });
  it('shows every setting in its manifest', () => {
    const manifest = createDemoRecipe({ language: 'en', settings: { top_k: 3 } }).manifest();
    expect(manifest).toMatchObject({ name: 'shop_bm25', language: 'en', settings: { top_k: 3, answer_sentences: 2 } });
  });
  it('takes changed settings into account', async () => {
    const { documents } = loadDemoDataset('en');
    const target = await build({ language: 'en', settings: { min_coverage: 1, fallback: 'No idea.' } }, documents);
    expect(await ask(target, 'How do I dispute an invoice total?')).toEqual({
      documentIds: [],
      answer: 'No idea.',
      status: 'refused',
    });
  });
});

describe.each(['zh', 'en'] as const)('the %s demo', (language) => {
  it('is neither perfect nor broken: it finds most documents, refuses some questions falsely and answers some it should not', async () => {
    const { cases, documents } = loadDemoDataset(language);
    const target = await build({ language }, documents);
    const outcomes = await Promise.all(
      cases.map(async (item) => ({ item, outcome: await ask(target, item.user_input) })),
    );
    const judged = outcomes.filter(({ item }) => item.reference_doc_ids.length > 0);
    const found = judged.filter(({ item, outcome }) =>
      outcome.documentIds.slice(0, 5).some((id) => item.reference_doc_ids.includes(String(id))),
    );
    const empty = judged.filter(({ outcome }) => outcome.documentIds.length === 0);
    const wrong = outcomes.filter(({ item, outcome }) => item.should_refuse === true && outcome.status === 'success');
    expect(found.length / judged.length).toBeGreaterThan(0.8);
    expect(found.length / judged.length).toBeLessThan(0.95);
    expect(empty.length).toBeGreaterThan(0);
    expect(empty.length / judged.length).toBeLessThan(0.15);
    expect(wrong.length).toBeGreaterThan(0);
  });
  it('guesses between 75 and 92 of a hundred intents', async () => {
    const { cases, documents } = loadDemoDataset(language);
    const target = await build({ language }, documents);
    const options = { mode: 'default', options: {}, trace: false, signal: new AbortController().signal };
    const right = await Promise.all(
      cases.map(
        async (item) => (await target.predictIntent?.(item.user_input, { ...options, case: item })) === item.intent_l2,
      ),
    );
    const share = right.filter(Boolean).length / cases.length;
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.92);
  });
});

describe('createDemoBenchmark', () => {
  it('asks the packaged questions about the packaged documents', () => {
    const benchmark = createDemoBenchmark({ language: 'en' });
    expect(benchmark.manifest).toMatchObject({ name: 'shop-en', metadata: { n_cases: 63, n_documents: 32 } });
    expect(benchmark.cases({})).toEqual(loadDemoDataset('en').cases);
    expect(benchmark.documents({})).toEqual(loadDemoDataset('en').documents);
  });
  it('takes an edited data set', () => {
    const dataset = loadDemoDataset('en');
    const benchmark = createDemoBenchmark({
      language: 'en',
      dataset: { ...dataset, cases: dataset.cases.slice(0, 2) },
    });
    expect(benchmark.cases({})).toHaveLength(2);
  });
});
