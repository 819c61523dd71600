import { describe, expect, it } from 'vitest';
import { createTemplateEngine } from '../../src/page/template-engine.ts';
import { element } from '../../src/svg/markup.ts';

const BUILTIN = new Map([
  ['slide.njk', '<section>{% block title %}{{ title }}{% endblock %}</section>'],
  ['kpi.njk', '{% extends "slide.njk" %}{% block title %}KPI: {{ super() }}{% endblock %}'],
  ['svg.njk', '{{ figure | svg }}'],
]);

describe('the template engine', () => {
  it('renders a built-in template and escapes what it prints', () => {
    const engine = createTemplateEngine(() => BUILTIN, {});
    expect(engine.render('kpi.njk', { title: '<b>&"' })).toBe('<section>KPI: &lt;b&gt;&amp;&quot;</section>');
  });

  it('looks among the own templates first; @builtin reaches what they replace', () => {
    const own = { 'kpi.njk': '{% extends "@builtin/kpi.njk" %}{% block title %}Our {{ super() }}!{% endblock %}' };
    expect(createTemplateEngine(() => BUILTIN, own).render('kpi.njk', { title: 'x' })).toBe(
      '<section>Our KPI: x!</section>',
    );
  });

  it('lets a replaced layout reach every built-in slide', () => {
    const own = { 'slide.njk': '<article>{% block title %}{% endblock %}</article>' };
    expect(createTemplateEngine(() => BUILTIN, own).render('kpi.njk', { title: 'x' })).toBe('<article>KPI: </article>');
  });

  it('never runs template code that stands in data', () => {
    expect(createTemplateEngine(() => BUILTIN, {}).render('slide.njk', { title: '{{ 7*7 }}' })).toContain('{{ 7*7 }}');
  });

  it('drops control and direction characters from every text, however deep', () => {
    const engine = createTemplateEngine(() => new Map([['t', '{{ a.b[0] }}']]), {});
    expect(engine.render('t', { a: { b: ['x\u0000\u202ey\ud800'] } })).toBe('xy\ufffd');
  });

  it('lets only built marks through the svg filter', () => {
    const engine = createTemplateEngine(() => BUILTIN, {});
    expect(engine.render('svg.njk', { figure: element('g', {}) })).toBe('<g/>');
    expect(() => engine.render('svg.njk', { figure: '<g/>' })).toThrow(/svg.njk.*cannot be rendered.*SVG builder/);
  });

  it.each([
    ['an unknown template', 'nowhere.njk', {}],
    ['a template with a mistake', 'bad.njk', { 'bad.njk': '{% if %}' }],
    ['a template that extends what is not there', 'bad.njk', { 'bad.njk': '{% extends "gone.njk" %}' }],
  ])('names %s in its error', (_, name, own) => {
    expect(() => createTemplateEngine(() => BUILTIN, own).render(name, {})).toThrow(
      expect.objectContaining({ code: 'config', path: `renderers.slides.templates.${name}` }),
    );
  });
});
