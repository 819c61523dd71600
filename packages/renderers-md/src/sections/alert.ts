import { escapeCell, type GateRuleView, type Messages, type ReportModel } from '@reportcard/renderer-kit';
import { ALERTS, VERDICT_ICONS } from '../markdown/icons.ts';

function describeRule(rule: GateRuleView): string {
  const name = rule.slice_label === null ? rule.label : `${rule.label} · ${rule.slice_label}`;
  return `- ${VERDICT_ICONS[rule.verdict]} ${escapeCell(name)} ${escapeCell(`${rule.shown.value} (${rule.shown.target})`)}`;
}

/**
 * The block at the top: verdict and headline, the failed rules where there are several, the weakest intent. Without a
 * gate it is a note with the headline only.
 */
export function formatAlert(model: ReportModel, messages: Messages): string {
  const { gate, headline } = model;
  const verdict =
    gate === null ? '' : `**${messages.text(`verdict.${gate.verdict}`)} (${gate.n_pass}/${gate.n_rules})** — `;
  const failed = (gate?.rules ?? []).filter((rule) => rule.verdict === 'fail');
  const lines = [
    `[!${gate === null ? 'NOTE' : ALERTS[gate.verdict]}]`,
    `${verdict}${escapeCell(headline.verdict)}`,
    ...(failed.length > 1 ? failed.map(describeRule) : []),
    ...(headline.risk === null ? [] : ['', escapeCell(headline.risk)]),
  ];
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
}
