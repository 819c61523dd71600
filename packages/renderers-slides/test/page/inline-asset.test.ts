import { describe, expect, it } from 'vitest';
import { loadAssets } from '../../src/assets.ts';
import { createPolicy, hashScript } from '../../src/page/content-security.ts';
import { checkInline, compactStyle, joinScripts, stripLegacyPrint } from '../../src/page/inline-asset.ts';

describe('inline assets', () => {
  it('must not hold what ends their element', () => {
    expect(checkInline('let a = 1 < 2;')).toBe('let a = 1 < 2;');
    for (const text of ['"</script>"', '</STYLE >', '<!-- x']) expect(() => checkInline(text)).toThrow(/would end it/);
  });

  it('are joined into one script that leaves no names behind', () => {
    expect(joinScripts(['const a = 1;'])).toBe("(() => {\n'use strict';\nconst a = 1;\n})();");
  });

  it('lose comments and white space, but nothing that matters', () => {
    expect(compactStyle('/* x */\n.a  .b {\n  margin: 0 auto;\n}\n')).toBe('.a  .b{margin:0 auto;}');
  });

  it('lose only the old print block of reveal', () => {
    const style = 'a{b:c}@media print{html:not(.print-pdf) x{y:z}html:not(.print-pdf) q{r:s}}d{e:f}';
    expect(stripLegacyPrint(style)).toBe('a{b:c}d{e:f}');
    expect(() => stripLegacyPrint('a{b:c}')).toThrow(/print block/);
  });

  it('find the print block of the installed reveal', () => {
    const { reveal_style } = loadAssets();
    const stripped = stripLegacyPrint(reveal_style);
    expect(stripped).not.toContain('html:not(.print-pdf)');
    expect(stripped).toContain('html.reveal-print');
    expect(reveal_style.length - stripped.length).toBeGreaterThan(1000);
  });
});

describe('the policy', () => {
  it('allows a script by the hash of its text', () => {
    // printf 'alert(1)' | openssl dgst -sha256 -binary | openssl base64
    expect(hashScript('alert(1)')).toBe("'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='");
  });

  it('allows nothing to be fetched', () => {
    expect(createPolicy(['a'])).toMatch(
      /^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'unsafe-inline'; img-src data:;/,
    );
  });
});
