import {
  codeSpan,
  escapeCell,
  formatCount,
  formatValue,
  type Messages,
  type ReportModel,
} from '@reportcard/renderer-kit';
import { VERDICT_ICONS } from '../markdown/icons.ts';
import { createColumns, type Table } from '../markdown/table.ts';

const AS_CODE: ReadonlySet<string> = new Set(['commit', 'baseline']);

/** The facts of the run as one row. */
export function createFactTable(model: ReportModel, messages: Messages): Table {
  const { facts } = model.run;
  const show = (id: string, value: string | null): string => {
    if (value === null) return escapeCell(messages.text('fact.none'));
    return AS_CODE.has(id) ? codeSpan(value) : escapeCell(value);
  };
  return {
    columns: facts.map((fact) => ({ title: fact.label, align: 'left' })),
    rows: [facts.map((fact) => show(fact.id, fact.value))],
  };
}

/** Every gate rule with its outcome; no rows without a gate. */
export function createRuleTable(model: ReportModel, messages: Messages): Table {
  const titles = ['md.rule', 'md.metric', 'md.value', 'md.target', 'md.n', 'md.message'].map((key) =>
    messages.text(key),
  );
  return {
    columns: createColumns('cllrrrl', ['', ...titles]),
    rows: (model.gate?.rules ?? []).map((rule) => [
      VERDICT_ICONS[rule.verdict],
      codeSpan(rule.rule),
      escapeCell(rule.slice_label === null ? rule.label : `${rule.label} · ${rule.slice_label}`),
      escapeCell(rule.shown.value),
      escapeCell(rule.shown.target),
      formatCount(rule.n),
      escapeCell(rule.message),
    ]),
  };
}

/** Answerable and to-be-refused questions by what happened; no rows where it was not counted. */
export function createMatrixTable(model: ReportModel, messages: Messages): Table {
  const matrix = model.answer_matrix;
  const rows = matrix === null ? [] : (['answerable', 'should_refuse'] as const);
  return {
    columns: createColumns('lrr', ['', messages.text('matrix.answered'), messages.text('matrix.refused')]),
    rows: rows.map((row) => [
      escapeCell(messages.text(`matrix.${row}`)),
      formatCount(matrix?.[row].answered ?? 0),
      formatCount(matrix?.[row].refused ?? 0),
    ]),
  };
}

/** Metrics by query mode, side by side and never pooled; no rows with a single mode. */
export function createModeTable(model: ReportModel, messages: Messages): Table {
  const { modes, metrics } = model;
  const rows = metrics.flatMap((metric, index) => {
    const values = modes.map((mode) => mode.metrics[index]?.value ?? null);
    if (values.every((value) => value === null)) return [];
    return [
      [
        `${escapeCell(metric.label)} ${codeSpan(metric.id)}`,
        ...values.map((value) => formatValue(value, metric.style)),
      ],
    ];
  });
  const names = modes.map((mode) => mode.mode);
  return { columns: createColumns(`l${'r'.repeat(names.length)}`, [messages.text('md.metric'), ...names]), rows };
}

/** The conventions behind the numbers. */
export function createPolicyTable(model: ReportModel, messages: Messages): Table {
  return {
    columns: createColumns('ll', [messages.text('md.policy'), messages.text('md.setting')]),
    rows: model.policies.map((row) => [codeSpan(row.name), codeSpan(row.value)]),
  };
}
