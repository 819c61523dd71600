import { type SampleScores, type ScoresFile, samplesOf } from '@reportcard/report-schema';

/** The same question in both runs. */
export interface SamplePair {
  /** Sample ids: keys of `per_sample`. */
  readonly id_a: string;
  readonly id_b: string;
  readonly a: SampleScores;
  readonly b: SampleScores;
}

type Entry = readonly [id: string, sample: SampleScores];

/**
 * Pairs samples whose case (`case_sha256`) is the same and whose query mode, run unit and pass are the same, each as far
 * as it varies within either run. Cases that stand several times in a run pair by query id first, then in order. Pairs
 * come in the order of run B.
 */
export function pairSamples(a: ScoresFile, b: ScoresFile): SamplePair[] {
  const entriesA = [...samplesOf(a)];
  const entriesB = [...samplesOf(b)];
  const keyOf = createKey(entriesA, entriesB);
  const waiting = new Map<string, Entry[]>();
  for (const entry of entriesA) {
    const key = keyOf(entry[1]);
    waiting.set(key, [...(waiting.get(key) ?? []), entry]);
  }
  const partners = new Map<string, Entry>();
  for (const byQueryId of [true, false]) {
    for (const [id, sample] of entriesB) {
      const candidates = waiting.get(keyOf(sample));
      if (candidates === undefined || partners.has(id)) continue;
      const at = byQueryId ? candidates.findIndex(([, other]) => other.query_id === sample.query_id) : 0;
      const partner = candidates[at];
      if (partner === undefined) continue;
      candidates.splice(at, 1);
      partners.set(id, partner);
    }
  }
  return entriesB.flatMap(([id_b, sample]) => {
    const partner = partners.get(id_b);
    return partner === undefined ? [] : [{ id_a: partner[0], id_b, a: partner[1], b: sample }];
  });
}

/** A field counts only where it varies: two runs of one query mode each pair whatever the modes are called. */
function createKey(a: readonly Entry[], b: readonly Entry[]): (sample: SampleScores) => string {
  const varies = (read: (sample: SampleScores) => unknown): boolean =>
    [a, b].some((entries) => new Set(entries.map(([, sample]) => read(sample))).size > 1);
  const mode = varies((sample) => sample.query_mode);
  const unit = varies((sample) => sample.unit_id);
  const pass = varies((sample) => sample.pass);
  return (sample) =>
    JSON.stringify([
      sample.case_sha256,
      mode ? sample.query_mode : null,
      unit ? sample.unit_id : null,
      pass ? sample.pass : null,
    ]);
}
