import { describe, expect, it } from 'vitest';
import { readAsset } from '../src/assets.ts';

describe('readAsset', () => {
  it('reads a packaged file', () => {
    expect(readAsset('shop-en/documents.jsonl')).toContain('"document_id": "FAQ_SHIP_001"');
  });
  it('names the file that is missing and says what to do', () => {
    expect(() => readAsset('shop-xx/cases.jsonl')).toThrow(
      expect.objectContaining({ code: 'data', file: 'shop-xx/cases.jsonl', hint: 'install @reportcard/demo again' }),
    );
  });
});
