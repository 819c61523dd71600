import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { element, formatCoordinate, isMarkup, joinMarkup } from '../../src/svg/markup.ts';

describe('element', () => {
  it('writes attributes in order and leaves undefined ones out', () => {
    expect(element('rect', { x: 1, y: 2.345, class: 'bar' }).markup).toBe('<rect x="1" y="2.35" class="bar"/>');
  });

  it('escapes text children and attribute values', () => {
    const title = element('title', {}, ['a < b & "c"']);
    expect(title.markup).toBe('<title>a &lt; b &amp; &quot;c&quot;</title>');
    expect(element('g', { class: '"><script>' }).markup).toBe('<g class="&quot;&gt;&lt;script&gt;"/>');
  });

  it('keeps elements made here as they are', () => {
    const inner = element('circle', { r: 3 });
    expect(element('g', {}, [inner, inner]).markup).toBe('<g><circle r="3"/><circle r="3"/></g>');
    expect(joinMarkup([inner, inner]).markup).toBe('<circle r="3"/><circle r="3"/>');
  });

  it('never lets a tag or a quote out of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { markup } = element('title', {}, [text]);
        expect(markup.slice('<title>'.length, -'</title>'.length)).not.toMatch(/[<>"']/);
      }),
    );
  });
});

describe('formatCoordinate', () => {
  it('keeps two decimals and no negative zero', () => {
    expect(formatCoordinate(1.005)).toBe('1');
    expect(formatCoordinate(12.3456)).toBe('12.35');
    expect(formatCoordinate(-0.001)).toBe('0');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %s', (value) => {
    expect(() => formatCoordinate(value)).toThrow(/coordinate/);
  });
});

describe('isMarkup', () => {
  it('tells what the builder made from look-alikes', () => {
    expect(isMarkup(element('g', {}))).toBe(true);
    expect(isMarkup({ markup: '<g/>' })).toBe(false);
    expect(isMarkup('<g/>')).toBe(false);
    expect(isMarkup(null)).toBe(false);
  });
});
