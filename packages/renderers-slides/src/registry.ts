import type { Slide } from './slide.ts';
import { actionsSlide } from './slides/actions.ts';
import { caseSlide } from './slides/case.ts';
import { coverSlide } from './slides/cover.ts';
import { failuresSlide } from './slides/failures.ts';
import { hiddenSlide } from './slides/hidden.ts';
import { kpiSlide } from './slides/kpi.ts';
import { l1Slide } from './slides/l1.ts';
import { l2Slide } from './slides/l2.ts';
import { latencySlide } from './slides/latency.ts';
import { methodSlide } from './slides/method.ts';
import { modesSlide } from './slides/modes.ts';
import { qualitySlide } from './slides/quality.ts';
import { lexicalSlide, ragasSlide } from './slides/ragas.ts';
import { retrievalSlide } from './slides/retrieval.ts';
import { reviewSlide } from './slides/review.ts';
import { trendSlide } from './slides/trend.ts';

/** The slides of the deck, in order. */
export const SLIDES: readonly Slide[] = [
  coverSlide,
  kpiSlide,
  retrievalSlide,
  ragasSlide,
  hiddenSlide,
  failuresSlide,
  caseSlide,
  trendSlide,
  actionsSlide,
  l1Slide,
  l2Slide,
  modesSlide,
  lexicalSlide,
  latencySlide,
  reviewSlide,
  methodSlide,
  qualitySlide,
];
