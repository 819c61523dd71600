import { describe, expect, it } from 'vitest';
import { htmlText } from '../src/html-text.ts';

describe('htmlText', () => {
  it('keeps what is read and drops what is not', () => {
    const page =
      '<!doctype html><html><head><title>x</title><style>p{}</style></head><body><!-- no --><h1>Light</h1><p>Built by <b>Ada</b>&nbsp;Stone &amp; sons,&#32;&#x41;.</p><script>let a = 1 < 2</script><ul><li>one<li>two</ul></body></html>';
    expect(htmlText(page)).toBe('Light\nBuilt by Ada Stone & sons, A.\none\ntwo');
  });

  it('leaves text alone that only looks like a tag or an entity', () => {
    expect(htmlText('a < b and 3 <4; R&D; &constructor;')).toBe('a < b and 3 <4; R&D; &constructor;');
  });
});
