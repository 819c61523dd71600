/** The intents of a sample. */
interface Intents {
  readonly intent_l1: string | null;
  readonly intent_l2: string | null;
}

/** Watches the intents of a run and tells how second-level slices must be keyed. */
export interface L2Check {
  see(sample: Intents): void;
  /** The fixed key where one was given; else `l1/l2` when a name stands under two first-level intents, else `l2`. */
  key(): 'l2' | 'l1/l2';
  /** A sentence where a name made the long keys necessary. */
  warnings(): readonly string[];
}

export function createL2Check(fixed?: 'l2' | 'l1/l2' | undefined): L2Check {
  const parents = new Map<string, string>();
  let doubled: string | undefined;
  return {
    see({ intent_l1, intent_l2 }) {
      if (intent_l2 === null) return;
      const parent = intent_l1 ?? '';
      const known = parents.get(intent_l2);
      if (known === undefined) parents.set(intent_l2, parent);
      else if (known !== parent) doubled ??= intent_l2;
    },
    key: () => fixed ?? (doubled === undefined ? 'l2' : 'l1/l2'),
    warnings: () =>
      doubled === undefined || fixed !== undefined
        ? []
        : [
            `the second-level intent ${JSON.stringify(doubled)} stands under two first-level intents: slices are keyed l1/l2`,
          ],
  };
}
