import type { DeckAssets } from '../assets.ts';
import type { DeckModel } from '../model/deck-model.ts';
import type { Slide } from '../slide.ts';
import { createTokenStyle } from '../theme/tokens.ts';
import { createPolicy } from './content-security.ts';
import { checkInline, compactStyle, joinScripts, stripLegacyPrint } from './inline-asset.ts';
import { renderSlides } from './render-slides.ts';
import { createTemplateEngine, trustMarkup } from './template-engine.ts';

interface InlineAssets {
  readonly style: string;
  readonly noscript_style: string;
  readonly reveal: string;
  readonly script: string;
  readonly policy: string;
}

const prepared = new WeakMap<DeckAssets, InlineAssets>();

function prepareAssets(assets: DeckAssets): InlineAssets {
  const known = prepared.get(assets);
  if (known !== undefined) return known;
  const reveal = checkInline(assets.reveal_script);
  const script = joinScripts(assets.scripts);
  const own = compactStyle(`${createTokenStyle()}\n${assets.style}`);
  const inline: InlineAssets = {
    style: checkInline(`${stripLegacyPrint(assets.reveal_style)}\n${own}`),
    noscript_style: checkInline(compactStyle(assets.noscript_style)),
    reveal,
    script,
    policy: createPolicy([reveal, script]),
  };
  prepared.set(assets, inline);
  return inline;
}

/** The deck as one HTML document that fetches nothing. Equal models give equal text. */
export function renderDeck(slides: readonly Slide[], model: DeckModel, assets: DeckAssets): string {
  const engine = createTemplateEngine(assets.templates, model.options.templates);
  const inline = prepareAssets(assets);
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
