export type { PageAssets } from './assets.ts';
export { createReviewApp, type ReviewAppOptions } from './create-review-app.ts';
export { TOKEN_HEADER, TOKEN_PARAMETER } from './guard-requests.ts';
export { createReviewDesk, type ReviewDesk, type ReviewDeskOptions } from './review-desk.ts';
export type * from './review-index.ts';
export {
  PLAIN_NAMES,
  type PutOutcome,
  type ReviewMaterial,
  type ReviewNames,
  type ReviewPort,
  type ReviewSource,
} from './review-port.ts';
export { type RunningReview, type StartReviewOptions, startReview } from './start-review.ts';
