import type { DeckModel } from './model/deck-model.ts';

/** What every slide tells its template; further members are the slide's own. */
export interface SlideContext {
  /** The takeaway, one sentence without a full stop. */
  readonly title: string;
  /** Small line above the title. */
  readonly kicker: string;
  /** What to say, one paragraph an item. */
  readonly notes: readonly string[];
}

/** A kind of slide, as data. */
export interface Slide {
  /** kebab-case; the anchor of the slide, with a page number where `data` gives several. */
  readonly id: string;
  /** Name of its template on the search path. */
  readonly template: string;
  /** `talk`: shown and counted in the time; `backup`: behind the last slide of the talk. */
  readonly section: 'talk' | 'backup';
  /** Time to speak, seconds. */
  readonly seconds: number;
  /** Whether the deck has this slide. */
  when(model: DeckModel): boolean;
  /** What the template is given; an array makes one slide an item. */
  data(model: DeckModel): SlideContext | readonly SlideContext[];
}

/** Gives a slide back with its type checked. */
export function defineSlide(slide: Slide): Slide {
  return Object.freeze(slide);
}
