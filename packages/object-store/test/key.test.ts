import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, folderOf, parseKey, parsePrefix } from '../src/index.ts';

describe('parseKey', () => {
  it.each([
    'runs/v1_20260601_143022.jsonl',
    '.reportcard/cache/ab/cd.json',
    'raw/benchmarks/中文/test/d 1/n.txt',
    'a..b',
    'console/nullable.txt',
  ])('accepts %s', (key) => {
    expect(parseKey(key)).toBe(key);
  });

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    './a',
    'a/../b',
    'a/..',
    '\\',
    'a\\..\\b',
    'C:/x',
    'CON',
    'con.txt',
    'a/Aux',
    'LPT9.log',
    'com¹',
    'CONIN$',
    'a\nb',
    'a\u007f',
    'a*',
    'a?',
    'a"',
    'a<',
    'a>',
    'a|',
    'a.',
    'a ',
    ' a',
    'a./b',
    '\ud800',
    '.rc-12ab.tmp',
    '汉'.repeat(86),
    `${'a/'.repeat(512)}a`,
  ])('refuses %j', (key) => {
    expect(() => parseKey(key)).toThrow(expect.objectContaining({ code: 'path' }));
  });

  it('never lets a key leave its folder', () => {
    void fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom('..', '.', '', 'a', '...', ' ..', '..\\'), fc.string()), { maxLength: 5 }),
        (parts) => {
          const key = parts.join('/');
          try {
            parseKey(key);
          } catch {
            return true;
          }
          const resolved = new URL(key.split('/').map(encodeURIComponent).join('/'), 'file:///root/');
          return resolved.pathname.startsWith('/root/') && resolved.pathname.length > '/root/'.length;
        },
      ),
    );
  });
});

describe('prefixes and order', () => {
  it('takes any beginning of a safe key as prefix', () => {
    for (const prefix of ['', 'r', 'runs/', 'runs/v1_', 'reports/v1.', 'a b '])
      expect(parsePrefix(prefix)).toBe(prefix);
    for (const prefix of ['/', '../', 'a/../', 'a//'])
      expect(() => parsePrefix(prefix)).toThrow(expect.objectContaining({ code: 'path' }));
  });

  it('names the folder of a key and orders by UTF-8 bytes, not by UTF-16 units', () => {
    expect([folderOf('a/b/c'), folderOf('c')]).toEqual(['a/b/', '']);
    expect(['😀', '\uff41', 'a'].sort(compareKeys)).toEqual(['a', '\uff41', '😀']);
  });
});
