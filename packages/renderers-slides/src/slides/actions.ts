import { deriveActions } from '../model/action.ts';
import { defineSlide, type Slide, type SlideContext } from '../slide.ts';

export const actionsSlide: Slide = defineSlide({
  id: 'actions',
  template: 'actions.njk',
  section: 'talk',
  seconds: 10,
  when: () => true,
  data(model): SlideContext & Readonly<Record<string, unknown>> {
    const { messages, report } = model;
    const actions = deriveActions(model);
    const kicker = messages.text('actions.section');
    if (actions.length === 0) {
      const measured = report.metrics.some((row) => row.value !== null);
      const title = messages.text('actions.none_title');
      const empty = messages.text(measured ? 'actions.none' : 'actions.no_data');
      return { title, kicker, notes: [title], nothing: empty, good: measured, actions };
    }
    return {
      title: messages.text('actions.title', { n: actions.length }),
      kicker,
      notes: actions.map((action, index) => `${index + 1}. ${action.title}: ${action.gain}`),
      nothing: null,
      actions,
      note: messages.text('actions.note'),
    };
  },
});
