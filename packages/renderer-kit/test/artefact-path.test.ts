import { describe, expect, it } from 'vitest';
import { checkArtefactPaths, parseArtefactPath } from '../src/index.ts';

describe('parseArtefactPath', () => {
  it.each(['report.md', 'pages/意图.md', 'a/b/c.html'])('accepts %s', (path) => {
    expect(parseArtefactPath(path)).toBe(path);
  });

  it.each([
    '',
    '/etc/passwd',
    '../report.md',
    'a/../../b',
    'a//b',
    './a',
    'a\\b',
    'C:x',
    'con.txt',
    'a/NUL',
    'x.',
    'x ',
    'a?b',
    'a\u0000b',
    '_scores.json',
    'x'.repeat(121),
  ])('refuses %j', (path) => {
    expect(() => parseArtefactPath(path)).toThrow(expect.objectContaining({ code: 'path' }));
  });
});

describe('checkArtefactPaths', () => {
  it('refuses two paths that differ in case only', () => {
    expect(() => checkArtefactPaths(['a.md', 'A.md'])).toThrow(/two artefacts have the path "A.md"/);
  });

  it('accepts different paths', () => {
    expect(() => checkArtefactPaths(['a.md', 'b.md'])).not.toThrow();
  });
});
