import { defineOptions, type OptionsOf, type OptionsSchema } from '@reportcard/renderer-kit';

const DEFINITIONS = {
  variant: {
    kind: 'choice',
    default: 'report',
    choices: ['report', 'comment'],
    description: '`report`: the page report.md; `comment`: the short report-comment.md for a pull request',
  },
  slices: { kind: 'integer', default: 15, min: 1, max: 1000, description: 'slices shown before the rest is folded' },
  cases: { kind: 'integer', default: 10, min: 0, max: 50, description: 'worst cases that are written out' },
  templates: { kind: 'text-map', default: {}, description: "templates by name, in place of the package's own" },
} as const;

/** Options of the Markdown renderer. */
export type MdOptions = OptionsOf<typeof DEFINITIONS>;

/** Checks and completes the options of the Markdown renderer. */
export const MD_OPTIONS: OptionsSchema<MdOptions> = defineOptions(DEFINITIONS);

/** What the renderer does when no options are given. */
export const DEFAULT_MD_OPTIONS: MdOptions = { variant: 'report', slices: 15, cases: 10, templates: {} };
