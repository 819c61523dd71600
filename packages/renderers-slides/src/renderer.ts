import type { Renderer } from '@reportcard/renderer-kit';
import { createDeckModel } from './model/deck-model.ts';
import { type SlidesOptions, slidesOptions } from './options.ts';
import { loadInlineAssets } from './page/load-inline-assets.ts';
import { renderDeck } from './page/render-deck.ts';
import { SLIDES } from './registry.ts';
import type { Slide } from './slide.ts';

/** A renderer of one offline HTML deck out of the given slides; see {@link SLIDES} for ours. */
export function createSlidesRenderer(slides: readonly Slide[] = SLIDES): Renderer<SlidesOptions> {
  return {
    name: 'slides',
    apiVersion: 1,
    description: 'One offline HTML deck for the weekly meeting: 16:9, two minutes, big numbers and charts.',
    options: slidesOptions,
    render(input, options, context) {
      const model = createDeckModel(input, options, context);
      return [
        {
          path: 'slides.html',
          media_type: 'text/html; charset=utf-8',
          body: renderDeck(slides, model, loadInlineAssets()),
          latest: 'latest_slides.html',
        },
      ];
    },
  };
}

/** Makes `slides.html` and its copy `reports/latest_slides.html`. */
export const slidesRenderer: Renderer<SlidesOptions> = createSlidesRenderer();
