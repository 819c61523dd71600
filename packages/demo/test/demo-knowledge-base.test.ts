import { parseCase } from '@reportcard/report-schema';
import type { KnowledgeBase, QueryEvent, QueryOptions } from '@reportcard/runner';
import { describe, expect, it } from 'vitest';
import { createDemoKnowledgeBase } from '../src/demo-knowledge-base.ts';
import { loadDemoDataset } from '../src/load-demo-dataset.ts';
import { defaultSettings } from '../src/recipe-settings.ts';
import { createShopAssistant } from '../src/shop-assistant.ts';

const en = loadDemoDataset('en');
const settings = defaultSettings('en');
const knowledgeBase = createDemoKnowledgeBase({ ...en, name: 'shop', settings });

function optionsFor(question: string, changes: Partial<QueryOptions> = {}): QueryOptions {
  return {
    mode: 'default',
    options: {},
    trace: false,
    signal: new AbortController().signal,
    case: parseCase({ query_id: 'x', user_input: question }),
    ...changes,
  };
}

async function collect(
  target: KnowledgeBase,
  question: string,
  changes: Partial<QueryOptions> = {},
): Promise<QueryEvent[]> {
  const stream = target.query(question, optionsFor(question, changes)) as AsyncIterable<QueryEvent>;
  const events: QueryEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

function eventsOf<T extends QueryEvent['type']>(
  events: readonly QueryEvent[],
  type: T,
): Extract<QueryEvent, { type: T }>[] {
  return events.filter((event): event is Extract<QueryEvent, { type: T }> => event.type === type);
}

const QUESTION = 'How do I add a camera in the app?';

describe('createDemoKnowledgeBase', () => {
  it('streams several deltas that together are the answer', async () => {
    const deltas = eventsOf(await collect(knowledgeBase, QUESTION), 'answer_delta').map((event) => event.text);
    expect(deltas.length).toBeGreaterThan(2);
    expect(deltas).not.toContain('');
    expect(deltas.join('')).toBe(createShopAssistant({ ...en, settings }).ask(QUESTION).answer.text);
  });
  it('gives each result the id of its document', async () => {
    const [first] = eventsOf(await collect(knowledgeBase, QUESTION), 'results');
    expect(first?.results[0]).toMatchObject({ kind: 'chunk', source: { document_id: 'MANUAL_CAM_001' } });
  });
  it('cites only passages that it retrieved', async () => {
    const events = await collect(knowledgeBase, QUESTION);
    const ids = eventsOf(events, 'results')[0]?.results.map((result) => result.id);
    const cited = eventsOf(events, 'citations')[0]?.citations.map((citation) => citation.result_id) ?? [];
    expect(cited.length).toBeGreaterThan(0);
    expect(ids).toEqual(expect.arrayContaining(cited));
  });
  it('gives no more results than asked for', async () => {
    const [event] = eventsOf(await collect(knowledgeBase, QUESTION, { top_k: 2 }), 'results');
    expect(event?.results).toHaveLength(2);
  });
  it('declines with status refused, the fallback phrase and no results', async () => {
    const events = await collect(knowledgeBase, 'Will it rain tomorrow?');
    expect(events.at(-1)).toEqual({ type: 'status', status: 'refused' });
    expect(eventsOf(events, 'results')).toEqual([{ type: 'results', results: [] }]);
    expect(
      eventsOf(events, 'answer_delta')
        .map((event) => event.text)
        .join(''),
    ).toBe('Sorry, I could not find any relevant information about that.');
  });
  it('tells its steps only when asked for them', async () => {
    const quiet = await collect(knowledgeBase, QUESTION);
    const told = await collect(knowledgeBase, QUESTION, { trace: true });
    expect(eventsOf(quiet, 'trace')).toEqual([]);
    expect(eventsOf(told, 'trace').map((event) => event.step.stage)).toEqual(['intent', 'retrieve']);
  });
  it('tells the intent of a question', () => {
    expect(knowledgeBase.predictIntent?.('Good evening', optionsFor('Good evening'))).toBe('C1_greeting');
  });
  it('gives equal events for equal questions', async () => {
    expect(await collect(knowledgeBase, QUESTION, { trace: true })).toEqual(
      await collect(createDemoKnowledgeBase({ ...en, name: 'shop', settings }), QUESTION, { trace: true }),
    );
  });
  it('stops when the question is given up', async () => {
    const signal = AbortSignal.abort(new Error('given up'));
    await expect(collect(knowledgeBase, QUESTION, { signal })).rejects.toThrow('given up');
  });
});
