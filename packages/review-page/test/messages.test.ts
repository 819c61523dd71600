import { describe, expect, it } from 'vitest';
import { FILTERS } from '../page/state/filters.ts';
import { BINDINGS } from '../page/state/keys.ts';
import { EN } from '../src/messages/en.ts';
import { reviewMessages } from '../src/messages/messages.ts';
import { ZH_CN } from '../src/messages/zh-cn.ts';

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

describe('the catalogues', () => {
  it('have the same keys, in both languages', () => {
    expect(Object.keys(ZH_CN).sort()).toEqual(Object.keys(EN).sort());
  });

  it('have the same places in every text', () => {
    const different = Object.keys(EN).filter(
      (key) => !key.endsWith('.one') && places(EN[key] ?? '').join() !== places(ZH_CN[key] ?? '').join(),
    );
    expect(different).toEqual([]);
  });

  it('name every filter and every key', () => {
    const keys = [
      ...FILTERS.flatMap(({ id }) => [`filter.${id}`, `filter.hint.${id}`]),
      ...BINDINGS.map(({ text }) => `key.${text}`),
    ];
    expect(keys.filter((key) => !(key in EN))).toEqual([]);
  });

  it('give way to the texts of a team', () => {
    expect(reviewMessages('zh-CN', { 'page.name': '人工复核' })).toMatchObject({
      'page.name': '人工复核',
      'filter.all': '全部',
    });
    expect(reviewMessages('fr')['filter.all']).toBe('All');
  });
});
