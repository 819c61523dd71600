import { parseRendererOptions } from '@reportcard/renderer-kit';
import { describe, expect, it } from 'vitest';
import { slidesRenderer } from '../src/index.ts';

describe('the options', () => {
  it('are complete when none is given', async () => {
    const options = await parseRendererOptions(slidesRenderer, undefined);
    expect({ ...options, targets: { ...options.targets } }).toMatchObject({ theme: 'light', targets: {}, title: null });
  });

  it('keep a map keyed by __proto__', async () => {
    const given = JSON.parse('{"owners": {"__proto__": "somebody"}}');
    const { owners } = await parseRendererOptions(slidesRenderer, given);
    expect(Object.entries(owners)).toEqual([['__proto__', 'somebody']]);
  });

  it.each([
    [{ them: 'dark' }, /unknown option "them" — did you mean "theme"\?/],
    [{ zzzzzz: 1 }, /known options: theme, targets, title, templates, messages, owners/],
    [{ theme: 'pink' }, /expected "light" or "dark" or "auto", got "pink"/],
    [{ targets: { 'hit@5': '0.9' } }, /expected an object with numbers as values/],
    [{ targets: { 'hit@5': Number.NaN } }, /expected an object with numbers as values/],
    [{ title: 7 }, /expected a text or null, got 7/],
    [{ templates: ['kpi.njk'] }, /expected an object with texts as values/],
    ['dark', /expected an object of options, got "dark"/],
  ])('refuse %j', async (given, message) => {
    await expect(parseRendererOptions(slidesRenderer, given)).rejects.toThrow(message);
  });

  it('name every problem at once', async () => {
    await expect(parseRendererOptions(slidesRenderer, { theme: 1, title: 2 })).rejects.toMatchObject({
      problems: [{ path: 'renderers.slides.theme' }, { path: 'renderers.slides.title' }],
    });
  });
});
