import { formatCount } from '@reportcard/renderer-kit';
import type { DeckModel } from '../model/deck-model.ts';
import type { Slide, SlideContext } from '../slide.ts';
import { estimateWidth } from '../svg/text-width.ts';
import type { TemplateEngine } from './template-engine.ts';

/** A slide of a deck, ready to be set. */
interface PlannedSlide {
  readonly slide: Slide;
  readonly id: string;
  readonly context: SlideContext;
}

/** Width of a title in em from which it is set smaller, and smaller still. */
const TITLE_STEPS = [31, 41] as const;

function planSlides(slides: readonly Slide[], model: DeckModel): PlannedSlide[] {
  return slides
    .filter((slide) => slide.when(model))
    .flatMap((slide) => {
      const data = slide.data(model);
      if (!isList(data)) return [{ slide, id: slide.id, context: data }];
      return data.map((context, index) => ({ slide, id: `${slide.id}-${index + 1}`, context }));
    });
}

function isList(data: SlideContext | readonly SlideContext[]): data is readonly SlideContext[] {
  return Array.isArray(data);
}

function titleStep(title: string): number {
  const width = estimateWidth(title);
  return TITLE_STEPS.filter((step) => width > step).length;
}

/** Renders every slide that the model calls for, as section elements in order. */
export function renderSlides(slides: readonly Slide[], model: DeckModel, engine: TemplateEngine): string {
  const planned = planSlides(slides, model);
  const { messages, report } = model;
  const deck = {
    title: model.title,
    run_id: report.run.run_id,
    dataset: report.run.dataset,
    n: messages.text('deck.footer_n', { n: formatCount(report.run.n_samples) }),
    backup: messages.text('deck.backup'),
  };
  return planned
    .map(({ slide, id, context }, index) =>
      engine.render(slide.template, {
        ...context,
        deck,
        t: messages.text,
        slide: {
          id,
          kind: slide.id,
          seconds: slide.seconds,
          backup: slide.section === 'backup',
          page: index + 1,
          pages: planned.length,
          title_step: titleStep(context.title),
        },
      }),
    )
    .join('\n');
}
