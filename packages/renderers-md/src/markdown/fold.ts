import { escapeSummary } from '@reportcard/renderer-kit';

/** A folded part: `summary` is plain text, `body` finished Markdown. */
export function formatFold(summary: string, body: string): string {
  return `<details>\n<summary>${escapeSummary(summary)}</summary>\n\n${body.trim()}\n\n</details>`;
}
