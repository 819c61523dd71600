import { SCHEMA_VERSION } from './constants.ts';
import { describeValue, ReportcardError } from './reportcard-error.ts';

/** Document kinds that carry `schema_version`. */
export type DocumentKind = 'case' | 'document' | 'run' | 'run_meta' | 'scores' | 'evidence' | 'gate' | 'comparison';

type JsonDocument = Readonly<Record<string, unknown>>;

/** Lifts a document of version `from` to `from + 1`. */
export interface Migration {
  readonly kind: DocumentKind;
  readonly from: number;
  migrate(document: JsonDocument): JsonDocument;
}

/**
 * All migrations, applied in order. In version 0 of `_scores.json` the per-sample map was called `samples`.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    kind: 'scores',
    from: 0,
    migrate(document) {
      const { samples, ...rest } = document;
      return samples === undefined ? rest : { ...rest, per_sample: samples };
    },
  },
];

/** Where a document stands, for messages. */
export interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/**
 * Checks `schema_version` and migrates an older document to the newest version. A missing version counts as the newest
 * one. Throws a `data` error for a newer version (says which package to upgrade) and for one that is no whole number.
 */
export function gateVersion(kind: DocumentKind, document: JsonDocument, place: Place = {}): JsonDocument {
  const found = Object.hasOwn(document, 'schema_version') ? document['schema_version'] : SCHEMA_VERSION;
  if (typeof found !== 'number' || !Number.isInteger(found) || found < 0) {
    throw new ReportcardError({
      code: 'data',
      ...place,
      message: 'schema_version is not a version',
      path: 'schema_version',
      expected: `a whole number up to ${SCHEMA_VERSION}`,
      got: describeValue(found),
    });
  }
  if (found > SCHEMA_VERSION) {
    throw new ReportcardError({
      code: 'data',
      ...place,
      message: `this ${kind} was written by a newer version`,
      path: 'schema_version',
      expected: `at most ${SCHEMA_VERSION}`,
      got: String(found),
      hint: 'upgrade the packages reportcard and @reportcard/report-schema',
    });
  }
  let current = document;
  for (let version = found; version < SCHEMA_VERSION; version++) {
    const step = MIGRATIONS.find((migration) => migration.kind === kind && migration.from === version);
    if (step === undefined) {
      throw new ReportcardError({
        code: 'data',
        ...place,
        message: `there is no migration for a ${kind} of version ${version}`,
        path: 'schema_version',
        expected: String(SCHEMA_VERSION),
        got: String(version),
      });
    }
    current = { ...step.migrate(current), schema_version: version + 1 };
  }
  return current;
}
