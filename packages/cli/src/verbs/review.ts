import { EXIT } from '../exit-codes.ts';
import { planAudit } from '../stages/plan-audit.ts';
import type { RunVerb } from '../verb.ts';

/** `review plan [run]` draws an audit sample; `review [run]` serves the page. */
export const run: RunVerb = async (args, flags, context) => {
  const [first, ...rest] = args;
  if (first === 'plan') return planAudit(rest[0], flags, context);
  const { serveReview } = await import('../stages/serve-review.ts');
  await serveReview(first, flags, context);
  return EXIT.done;
};
