import {
  type CaseView,
  cleanLine,
  clipText,
  codeBlock,
  codeSpan,
  escapeCell,
  escapeSummary,
  escapeTarget,
  formatValue,
  type Messages,
  MILLISECONDS,
} from '@reportcard/renderer-kit';

const HEADLINE_LENGTH = 90;
const MOST_DOCUMENTS = 10;
/** From `reports/<run_id>/` to the workspace. */
const TO_WORKSPACE = '../../';
/** An absolute path or an address: no link can be made from the report's folder. */
const IS_ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;

function describeCauses(view: CaseView): string {
  return view.reasons.map(({ label, value }) => (value === null ? label : `${label} (${value})`)).join(' + ');
}

function formatTexts(view: CaseView, messages: Messages): readonly string[] {
  const texts = [
    ['question', view.user_input],
    ['reference', view.reference],
    ['answer', view.answer],
    ['error', view.error],
  ] as const;
  return texts.flatMap(([key, text]) =>
    text === null || text.trim() === '' ? [] : [escapeCell(messages.text(`md.case.${key}`)), codeBlock(text)],
  );
}

function formatDocuments(documents: readonly string[] | null, messages: Messages): string {
  if (documents === null) return escapeCell(messages.text('md.case.unknown'));
  if (documents.length === 0) return escapeCell(messages.text('md.case.nothing'));
  return documents.slice(0, MOST_DOCUMENTS).join(' ');
}

function formatLinks(view: CaseView): string {
  const failure = `[failures.jsonl:${view.failure_line}](failures.jsonl#L${view.failure_line})`;
  if (view.run_line === null) return failure;
  const { path, line } = view.run_line;
  const name = `${path}:${line}`;
  if (IS_ELSEWHERE.test(path)) return `${codeSpan(name, 'text')} · ${failure}`;
  return `[${escapeCell(name)}](${TO_WORKSPACE}${escapeTarget(path)}#L${line}) · ${failure}`;
}

function listFacts(view: CaseView, shown: ReadonlySet<string>, messages: Messages): readonly string[] {
  const pair = (key: string, text: string): string => `- ${messages.text(key)}${messages.text('md.colon')}${text}`;
  const expected = view.expected?.map((id) => codeSpan(id, 'text')) ?? null;
  const retrieved = view.retrieved?.map(({ id, hit }) => `${codeSpan(id, 'text')} ${hit ? '✓' : '✗'}`) ?? null;
  const scores = view.scores.filter(({ metric }) => shown.has(metric));
  const facts = [
    pair('md.case.expected', formatDocuments(expected, messages)),
    pair('md.case.retrieved', formatDocuments(retrieved, messages)),
  ];
  if (scores.length > 0)
    facts.push(pair('md.case.scores', scores.map(({ label, text }) => escapeCell(`${label} ${text}`)).join(' · ')));
  for (const { label, whys } of view.judge_reasons)
    for (const why of whys) facts.push(pair('md.case.judge', escapeCell(`${label} · ${why}`)));
  if (view.first_token_ms !== null || view.latency_ms !== null) {
    const [first, total] = [view.first_token_ms, view.latency_ms].map((ms) => formatValue(ms, MILLISECONDS));
    facts.push(`- ${messages.text('md.case.times', { first: first ?? '', total: total ?? '' })}`);
  }
  return [...facts, `- ${formatLinks(view)}`];
}

/**
 * One failed sample as a folded block: causes, what to do, texts in code blocks, documents, scores of the metrics in
 * `shown`, links to the sample's physical lines.
 */
export function formatCase(view: CaseView, shown: ReadonlySet<string>, messages: Messages): string {
  const causes = describeCauses(view);
  const headline = clipText(cleanLine(view.user_input ?? '') || causes, HEADLINE_LENGTH);
  return [
    `<details>\n<summary><b>${escapeSummary(view.sample_id)}</b> ${escapeSummary(headline)}</summary>`,
    `**${escapeCell(causes)}** · ${escapeCell(`${view.intent_l1} › ${view.intent_l2}`)}`,
    escapeCell(view.diagnosis),
    ...formatTexts(view, messages),
    listFacts(view, shown, messages).join('\n'),
    '</details>',
  ].join('\n\n');
}
