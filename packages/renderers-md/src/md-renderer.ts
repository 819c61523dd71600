import { createFailureRecords } from '@reportcard/failures';
import {
  type Artefact,
  createReportModel,
  type Messages,
  type RenderContext,
  type Renderer,
  type RenderInput,
} from '@reportcard/renderer-kit';
import { ReportcardError } from '@reportcard/report-schema';
import { createCommentContext } from './comment-context.ts';
import { createEnvironment } from './environment.ts';
import { DEFAULT_MD_OPTIONS, MD_OPTIONS, type MdOptions } from './md-options.ts';
import { EN } from './messages/en.ts';
import { ZH_CN } from './messages/zh-cn.ts';
import { createReportContext, type TemplateContext } from './report-context.ts';

const TEMPLATES = { report: 'report.md.njk', comment: 'report-comment.md.njk' } as const;
const PATHS = { report: 'report.md', comment: 'report-comment.md' } as const;

function completeFailures(input: RenderInput): RenderInput {
  const { scores, failures, records, evidence, scores_sha256 } = input;
  if (failures.length > 0 || scores.failures.n_failed === 0) return input;
  return { ...input, failures: createFailureRecords(scores, { records, evidence, scoresSha256: scores_sha256 }) };
}

function fillTemplate(name: string, context: TemplateContext, options: MdOptions, messages: Messages): string {
  try {
    return createEnvironment(messages, options.templates).render(name, context);
  } catch (cause) {
    if (cause instanceof ReportcardError || Object.keys(options.templates).length === 0) throw cause;
    throw new ReportcardError({
      code: 'config',
      message: `a template could not be filled: ${cause instanceof Error ? cause.message.trim() : String(cause)}`,
      path: 'renderers.md.templates',
      hint: `compare it with the package's own templates/${name}`,
      cause,
    });
  }
}

function renderTemplate(input: RenderInput, options: MdOptions, given: Messages): string {
  const messages = given.extend({ en: EN, 'zh-CN': ZH_CN });
  const model = createReportModel(completeFailures(input), given);
  const context: TemplateContext =
    options.variant === 'comment'
      ? createCommentContext(model, messages)
      : createReportContext(model, options, messages);
  const text = fillTemplate(TEMPLATES[options.variant], context, options, messages);
  return `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** The whole page as text. Throws a `config` error when a user template names one that does not exist. */
export function renderReport(
  input: RenderInput,
  context: RenderContext,
  options: Partial<Omit<MdOptions, 'variant'>> = {},
): string {
  return renderTemplate(input, { ...DEFAULT_MD_OPTIONS, ...options, variant: 'report' }, context.messages);
}

/**
 * The short page for a comment on a pull request: verdict, the metrics that have a target, the worst intents, what failed
 * anew. It begins with a hidden mark by which a bot finds its earlier comment.
 */
export function renderComment(
  input: RenderInput,
  context: RenderContext,
  options: Partial<Omit<MdOptions, 'variant'>> = {},
): string {
  return renderTemplate(input, { ...DEFAULT_MD_OPTIONS, ...options, variant: 'comment' }, context.messages);
}

/** Renders `report.md`, or with `variant: 'comment'` the short `report-comment.md`. */
export const mdRenderer: Renderer<MdOptions> = {
  name: 'md',
  apiVersion: 1,
  description: 'report.md: the run on one page, for developers and reviewers',
  options: MD_OPTIONS,
  render(input: RenderInput, options: MdOptions, context: RenderContext): Iterable<Artefact> {
    const body = renderTemplate(input, options, context.messages);
    return [{ path: PATHS[options.variant], media_type: 'text/markdown; charset=utf-8', body }];
  },
};
