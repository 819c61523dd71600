import type { CaseView } from '@reportcard/renderer-kit';

/** The chain of causes as one text. */
export function chainOf(view: CaseView): string {
  return view.reasons.map((reason) => reason.id).join('+');
}

/**
 * Up to `most` cases that stand for as many different chains of causes as possible: chains by how many failures have
 * them, from each first the case in the weakest intent, then as the cases are sorted (worst first).
 */
export function pickCases(
  cases: readonly CaseView[],
  chains: readonly string[],
  intents: readonly string[],
  most: number,
): readonly CaseView[] {
  const groups = new Map<string, CaseView[]>();
  for (const chain of chains) groups.set(chain, []);
  for (const view of cases) {
    const group = groups.get(chainOf(view));
    if (group === undefined) groups.set(chainOf(view), [view]);
    else group.push(view);
  }
  const rank = (view: CaseView): number => {
    const at = intents.indexOf(view.intent_l2);
    return at < 0 ? intents.length : at;
  };
  const queues = [...groups.values()].map((group) => group.sort((a, b) => rank(a) - rank(b)));
  const picked: CaseView[] = [];
  for (let round = 0; picked.length < Math.min(most, cases.length); round += 1) {
    for (const queue of queues) {
      const view = queue[round];
      if (view !== undefined && picked.length < most) picked.push(view);
    }
  }
  return picked;
}
