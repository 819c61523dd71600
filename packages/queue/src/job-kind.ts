import { ReportcardError } from '@reportcard/report-schema';

/** What workers do. Each kind is a queue of its own, with limits of its own. */
export const JOB_KINDS = ['record', 'judge'] as const;
/** What a job is about. */
export type JobKind = (typeof JOB_KINDS)[number];

/** A plain JSON object. */
export type Payload = Readonly<Record<string, unknown>>;

/** A fault of use that a worker met, as it crosses the queue. */
export interface WorkerFault {
  readonly code: ReportcardError['code'];
  readonly message: string;
  readonly hint?: string | undefined;
}

/** How a job ends: with a value, or with a fault that ends the whole stage. */
export type Outcome = { readonly ok: Payload } | { readonly fault: WorkerFault };

/** Makes of whatever a handler threw what may cross the queue. */
export function toFault(error: unknown): WorkerFault {
  if (error instanceof Error && error.name === 'ReportcardError') {
    const { code, message, hint } = error as ReportcardError;
    return hint === undefined ? { code, message } : { code, message, hint };
  }
  return { code: 'defect', message: error instanceof Error ? error.message : String(error) };
}

/** The error on the side that asked. */
export function fromFault({ code, message, hint }: WorkerFault): ReportcardError {
  return new ReportcardError({ code, message, hint });
}

/** True for what `toFault` and a handler make; everything else in the queue is somebody else's. */
export function isOutcome(value: unknown): value is Outcome {
  return value !== null && typeof value === 'object' && (Object.hasOwn(value, 'ok') || Object.hasOwn(value, 'fault'));
}

/** True for a JSON object. */
export function isPayload(value: unknown): value is Payload {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The error for a job that this version did not make: some field is missing or of another kind. */
export function foreignJob(field: string, payload: Payload): ReportcardError {
  return new ReportcardError({
    code: 'config',
    message: 'a job in the queue was made by another version of reportcard',
    path: field,
    expected: 'the same version on every machine, or a prefix of its own: redis://HOST:PORT?prefix=NAME',
    got: Object.keys(payload).join(', '),
  });
}
