import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadTemplates } from '../src/assets.ts';
import { SLIDE_TEXTS_EN } from '../src/messages/en.ts';
import { SLIDE_TEXTS_ZH } from '../src/messages/zh-cn.ts';

const SOURCE = new URL('../src/', import.meta.url);

function readSources(): string {
  const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('messages'),
  );
  return [...names.map((name) => readFileSync(new URL(name, SOURCE), 'utf8')), ...loadTemplates().values()].join('\n');
}

const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

describe('the message catalogues', () => {
  const plain = Object.keys(SLIDE_TEXTS_EN).filter((key) => !key.endsWith('.one'));

  it('hold the same keys in both languages', () => {
    expect(Object.keys(SLIDE_TEXTS_ZH).sort()).toEqual([...plain].sort());
  });

  it('fill only places that the code gives: a singular needs no more than its plural', () => {
    for (const key of Object.keys(SLIDE_TEXTS_EN).filter((name) => name.endsWith('.one'))) {
      const plural = places(SLIDE_TEXTS_EN[key.slice(0, -4)] ?? '');
      expect(plural, key).toEqual(expect.arrayContaining(places(SLIDE_TEXTS_EN[key] ?? '')));
    }
  });

  it('hold no text that nothing uses', () => {
    const sources = readSources();
    const computed = /^(case\.title\.|action\.(gate|slice)|cover\.(headline|rules|on_target)|presenter\.)/;
    const unused = plain.filter((key) => !computed.test(key) && !sources.includes(`'${key}'`));
    expect(unused).toEqual([]);
  });
});
