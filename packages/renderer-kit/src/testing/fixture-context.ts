import { type Catalogue, createMessages } from '../messages/messages.ts';
import type { RenderContext } from '../renderer.ts';

/** A context at a fixed time; `log` lines are collected in `lines`. */
export function createFixtureContext(
  locale: 'zh-CN' | 'en' = 'zh-CN',
  overrides: Catalogue = {},
): RenderContext & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    now: new Date('2026-06-02T08:00:00Z'),
    locale,
    messages: createMessages(locale, overrides),
    log: (message) => {
      lines.push(message);
    },
    lines,
  };
}
