import type { ScoreState } from '@reportcard/report-schema';
import type { RagasEvidence } from './evidence.ts';
import type { RagasSession } from './ragas-session.ts';

/** What judging one metric of one record brings. */
export interface JudgedScore {
  readonly state: ScoreState;
  readonly evidence?: RagasEvidence | undefined;
}

/** Judges one metric; rejects with JudgeFailure when a step brings no usable answer. */
export type JudgeMetric = (session: RagasSession) => Promise<JudgedScore>;
