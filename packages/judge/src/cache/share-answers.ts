import { JudgeFailure } from '@reportcard/report-schema';

/**
 * Asks equal questions once. While one is under way, whoever asks the same waits for its answer; failures are remembered,
 * so that a question without an answer is not paid for again in the same run.
 */
export interface SharedCalls<T> {
  /** `first` is true for the caller who pays. */
  run(key: string, ask: () => Promise<T>): Promise<{ readonly result: T; readonly first: boolean }>;
}

/** `remember` keeps answers too, for a run whose cache does not. */
export function createSharedCalls<T>(remember: boolean): SharedCalls<T> {
  const known = new Map<string, Promise<T>>();
  return {
    async run(key, ask) {
      const running = known.get(key);
      if (running !== undefined) return { result: await running, first: false };
      const started = ask();
      known.set(key, started);
      try {
        const result = await started;
        if (!remember) known.delete(key);
        return { result, first: true };
      } catch (error) {
        if (!(error instanceof JudgeFailure)) known.delete(key);
        throw error;
      }
    },
  };
}
