import type { JudgeRequest } from '@reportcard/report-schema';
import type { SpendSink } from '../asking/sender.ts';
import type { Clock } from '../clock.ts';
import type { MeteredJudge, StoredAnswer } from '../metered.ts';
import { readAnswerEntry, toAnswerEntry } from './answer-entry.ts';
import { createAnswerKey } from './cache-key.ts';
import type { EntryStore } from './entry-store.ts';
import { createSharedCalls } from './share-answers.ts';

/** `read`: use what is known, keep what is new. `refresh`: ask anew, keep the answers. `off`: neither. */
export type CacheMode = 'read' | 'refresh' | 'off';

/** Where answers come from: a cache in front of a judge, or a recording. */
export interface AnswerSource {
  /** Identity of a question; equal ones are asked once. */
  keyOf(request: JudgeRequest<unknown>): string;
  /** An answer that is known already; undefined when it would have to be asked for. */
  peek<T>(request: JudgeRequest<T>): Promise<StoredAnswer<T> | undefined>;
  ask<T>(request: JudgeRequest<T>, onSpend?: SpendSink): Promise<StoredAnswer<T>>;
}

/** A judge and the cache it is asked through. */
export interface AnswerSourceOptions {
  readonly judge: MeteredJudge;
  readonly entries: EntryStore;
  readonly mode: CacheMode;
  readonly clock: Clock;
  /** Is told the time of each entry that was used, ISO 8601. */
  readonly onEntry?: ((at: string) => void) | undefined;
}

/** A judge behind a cache. Only answers are kept, never failures; each is checked again when it is read. */
export function createAnswerSource({ judge, entries, mode, clock, onEntry }: AnswerSourceOptions): AnswerSource {
  const calls = createSharedCalls<StoredAnswer<unknown>>(mode === 'off');
  const fresh = new Set<string>();

  async function read<T>(key: string, request: JudgeRequest<T>): Promise<StoredAnswer<T> | undefined> {
    const entry = await entries.read(key);
    const answer = entry === null ? undefined : readAnswerEntry(entry, request);
    if (answer !== undefined && typeof entry?.['at'] === 'string') onEntry?.(entry['at']);
    return answer;
  }

  async function askAndKeep(
    key: string,
    request: JudgeRequest<unknown>,
    onSpend?: SpendSink,
  ): Promise<StoredAnswer<unknown>> {
    if (mode === 'read' || fresh.has(key)) {
      const known = await read(key, request);
      if (known !== undefined) return known;
    }
    const answer = await judge.ask(request, onSpend);
    if (mode !== 'off') await entries.write(key, { ...toAnswerEntry(answer, new Date(clock.now()).toISOString()) });
    if (mode === 'refresh') fresh.add(key);
    return answer;
  }

  const keys = new WeakMap<JudgeRequest<unknown>, string>();
  const keyOf = (request: JudgeRequest<unknown>): string => {
    const key = keys.get(request) ?? createAnswerKey(judge, request);
    keys.set(request, key);
    return key;
  };
  return {
    keyOf,
    peek: async (request) => (mode === 'read' ? read(keyOf(request), request) : undefined),
    async ask<T>(request: JudgeRequest<T>, onSpend?: SpendSink): Promise<StoredAnswer<T>> {
      const key = keyOf(request);
      const { result, first } = await calls.run(key, () => askAndKeep(key, request, onSpend));
      if (first) return result as StoredAnswer<T>;
      return { ...result, value: request.check(result.raw), usage: { ...result.usage, cached: true } };
    },
  };
}
