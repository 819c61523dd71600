import { readRun } from '@reportcard/pipeline';
import type { RecordResult } from '@reportcard/runner';
import type { Workspace } from '../config/open-workspace.ts';

/** What went wrong with how many samples of a run, and what the first of them said. */
export interface FaultKind {
  readonly error_type: string;
  readonly n: number;
  readonly query_id: string;
  readonly message: string;
}

/** The kinds of errors of a finished recording, the most frequent first. Reads the run file where there are any. */
export async function describeFaults(workspace: Workspace, recorded: RecordResult): Promise<readonly FaultKind[]> {
  const { success = 0, refused = 0 } = recorded.meta.status as Readonly<Record<string, number | undefined>>;
  if (recorded.interrupted || success + refused >= recorded.n_records) return [];
  const kinds = new Map<string, { n: number; query_id: string; message: string }>();
  for await (const { record } of readRun(workspace.store, recorded.run_id)) {
    if (record.error === null) continue;
    const { message } = record.error;
    const type = record.error.error_type;
    const kind = kinds.get(type);
    if (kind === undefined) kinds.set(type, { n: 1, query_id: record.query_id, message });
    else kind.n += 1;
  }
  return [...kinds].map(([error_type, kind]) => ({ error_type, ...kind })).sort((a, b) => b.n - a.n);
}

/** One line for people. */
export function formatFault({ error_type, n, query_id, message }: FaultKind): string {
  return `${n} × ${error_type}, first ${query_id}: ${message}`;
}
