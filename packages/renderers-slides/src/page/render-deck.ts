import { loadTemplates } from '../assets.ts';
import type { DeckModel } from '../model/deck-model.ts';
import type { Slide } from '../slide.ts';
import type { InlineAssets } from './inline-assets.ts';
import { renderSlides } from './render-slides.ts';
import { createTemplateEngine, trustMarkup } from './template-engine.ts';

/** The deck as one HTML document that fetches nothing. Equal models give equal text. */
export function renderDeck(slides: readonly Slide[], model: DeckModel, inline: InlineAssets): string {
  const engine = createTemplateEngine(loadTemplates, model.options.templates);
  const { messages, report } = model;
  return engine.render('deck.njk', {
    lang: messages.locale,
    theme: model.options.theme,
    title: `${model.title} · ${report.run.run_id}`,
    policy: inline.policy,
    scores_sha256: report.run.scores_sha256,
    style: trustMarkup(inline.style),
    noscript_style: trustMarkup(inline.noscript_style),
    reveal: trustMarkup(inline.reveal),
    script: trustMarkup(inline.script),
    slides: trustMarkup(renderSlides(slides, model, engine)),
    t: messages.text,
  });
}
