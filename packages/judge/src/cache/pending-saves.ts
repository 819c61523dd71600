/** Writes that nobody waits for at once, but that must have succeeded before the work is called done. */
export interface PendingSaves {
  readonly add: (save: Promise<void>) => void;
  /** Waits for all; rejects with the first fault. */
  readonly settle: () => Promise<void>;
}

/** No writes yet. */
export function createPendingSaves(): PendingSaves {
  let outcome: Promise<readonly unknown[]> = Promise.resolve([]);
  return {
    add: (save) => {
      const fault = save.then(
        () => [],
        (error: unknown) => [error],
      );
      outcome = Promise.all([outcome, fault]).then((lists) => lists.flat());
    },
    settle: async () => {
      const [fault] = await outcome;
      if (fault !== undefined) throw fault;
    },
  };
}
