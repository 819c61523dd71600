import type { RunRecord, SampleKey } from '@reportcard/report-schema';
import type { FingerprintParts } from './fingerprint.ts';
import type { JsonObject } from './knowledge-base.ts';

/** One question that is asked elsewhere: plain JSON without secrets. */
export interface RemoteQuestion extends SampleKey {
  readonly run_id: string;
  /** When the recording began; with the run's name and the sample it tells questions of different recordings apart. */
  readonly recorded_at: string;
  /** What data set and configuration must be on the other side. */
  readonly fingerprint_parts: FingerprintParts;
  readonly passes: number;
}

/** What comes back for a question. */
export interface RemoteAnswer {
  readonly record: RunRecord;
  /** Manifest of the knowledge base that was asked; null when it could not be built. */
  readonly manifest: JsonObject | null;
}

/** A recording that begins or goes on, and what of it is in the run file already. */
export interface RemoteRecording extends Pick<RemoteQuestion, 'run_id' | 'recorded_at'> {
  isKept(sample: SampleKey): boolean;
}

/** Asks questions on other machines in place of this one, which only keeps the run file. */
export interface RemoteRecorder {
  /** Questions handed out at once, however many of them are being asked. */
  readonly window: number;
  /** Called before the first question: what is kept already may be forgotten. */
  begin(recording: RemoteRecording): Promise<void>;
  /** Resolves once, however often machines were lost on the way. Rejects when the question cannot be asked at all, or on abort. */
  record(question: RemoteQuestion, signal: AbortSignal): Promise<RemoteAnswer>;
  /** Told when the record is in the run file: the question may be forgotten. */
  kept(question: RemoteQuestion): Promise<void>;
}
