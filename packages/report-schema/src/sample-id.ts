/** The fields that identify a sample within a run. */
export interface SampleKey {
  readonly query_id: string;
  readonly query_mode: string;
  readonly unit_id: string | null;
  readonly pass: number;
}

/** Which fields vary in a run and therefore appear in sample ids. */
export interface VaryingFields {
  readonly mode: boolean;
  readonly unit: boolean;
  readonly pass: boolean;
}

/** As if all fields varied: an id that tells samples apart before it is known which fields do. */
export const EVERY_FIELD: VaryingFields = Object.freeze({ mode: true, unit: true, pass: true });

const RESERVED = /[@#~%]/g;

function escapePart(part: string): string {
  return part.replace(RESERVED, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Finds which identifying fields take more than one value over the samples of a run. */
export function findVaryingFields(samples: Iterable<SampleKey>): VaryingFields {
  const modes = new Set<string>();
  const units = new Set<string | null>();
  const passes = new Set<number>();
  for (const sample of samples) {
    modes.add(sample.query_mode);
    units.add(sample.unit_id);
    passes.add(sample.pass);
  }
  return { mode: modes.size > 1, unit: units.size > 1, pass: passes.size > 1 };
}

/**
 * The map key of a sample: `query_id`, then `@mode`, `#unit`, `~pass` only where these vary, with `@ # ~ %`
 * percent-escaped inside the parts. Pair samples by their fields, never by parsing this key.
 */
export function createSampleId(sample: SampleKey, varying: VaryingFields): string {
  const mode = varying.mode ? `@${escapePart(sample.query_mode)}` : '';
  const unit = varying.unit ? `#${escapePart(sample.unit_id ?? '')}` : '';
  const pass = varying.pass ? `~${sample.pass}` : '';
  return `${escapePart(sample.query_id)}${mode}${unit}${pass}`;
}
