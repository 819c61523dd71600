import { type ObjectStore, readText } from '@reportcard/object-store';
import { type EvaluationReport, parseJson, ReportcardError, refuseNonFinite } from '@reportcard/report-schema';

function readIdentity(text: string, key: string): { readonly id: unknown; readonly name: unknown } {
  const value = parseJson(text, { file: key });
  if (value === null || typeof value !== 'object') return { id: undefined, name: undefined };
  return { id: Reflect.get(value, 'report_id'), name: Reflect.get(value, 'knowledge_base_name') };
}

/**
 * Stores a report under `key`, replacing an older one of the same report. Throws a `usage` error when another report stands
 * there: one whose report id or knowledge base has a different name but the same slug.
 */
export async function persistReport(store: ObjectStore, key: string, report: EvaluationReport): Promise<void> {
  const earlier = await readText(store, key);
  if (earlier !== null) {
    const { id, name } = readIdentity(earlier, key);
    if (id !== report.report_id || name !== report.knowledge_base_name) {
      throw new ReportcardError({
        code: 'usage',
        file: key,
        message: 'another report stands in this place: two names share one slug',
        expected: `${report.knowledge_base_name ?? ''} / ${report.report_id}`,
        got: `${String(name)} / ${String(id)}`,
        hint: 'choose another report id or knowledge base name',
      });
    }
  }
  await store.put(key, `${JSON.stringify(report, refuseNonFinite)}\n`);
}
