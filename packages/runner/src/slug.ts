import { findUnsafeSegment } from '@reportcard/object-store';
import { ReportcardError } from '@reportcard/report-schema';

function foldName(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '_');
}

/** Heta's path segment of a name: trimmed, lower case, white space runs to `_`. Throws a `usage` error for separators, dot segments and other unsafe names. */
export function createSlug(name: string): string {
  const slug = foldName(name);
  const why = findUnsafeSegment(slug);
  if (why === undefined) return slug;
  throw new ReportcardError({
    code: 'usage',
    message: `the name ${JSON.stringify(name)} cannot be part of a report's place: ${why}`,
    expected: 'a name without separators and dot segments',
    got: name,
    hint: 'choose another knowledge base name or report id',
  });
}

/** `_heta/knowledge_bases/<slug(kb)>/evaluations/<slug(report_id)>/report.json`. */
export function createReportKey(knowledgeBaseName: string, reportId: string): string {
  return `_heta/knowledge_bases/${createSlug(knowledgeBaseName)}/evaluations/${createSlug(reportId)}/report.json`;
}

/** Throws a `usage` error when two different names would share one slug. */
export function requireDistinctSlugs(names: readonly string[]): void {
  const owners = new Map<string, string>();
  for (const name of names) {
    const slug = foldName(name);
    const other = owners.get(slug);
    if (other !== undefined && other !== name) {
      throw new ReportcardError({
        code: 'usage',
        message: `${JSON.stringify(other)} and ${JSON.stringify(name)} would share the place ${slug}`,
        hint: 'rename one of them',
      });
    }
    owners.set(slug, name);
  }
}
