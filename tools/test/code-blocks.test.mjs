import { describe, expect, it } from 'vitest';
import { importedNames } from '../packages/check-examples.mjs';
import { completeCode, readCodeBlocks } from '../packages/code-blocks.mjs';

const FENCE = '```';

describe('code blocks of a Markdown text', () => {
  it('are read with language and line', () => {
    const text = `# x\n\n${FENCE}js\nconst a = 1;\n${FENCE}\n\n${FENCE}sh\nls\n${FENCE}\n`;
    expect(readCodeBlocks(text).map(({ language, code, line }) => ({ language, code, line }))).toEqual([
      { language: 'js', code: 'const a = 1;', line: 4 },
      { language: 'sh', code: 'ls', line: 8 },
    ]);
  });

  it('keep shorter fences that stand in longer ones', () => {
    const [block] = readCodeBlocks(`${FENCE}\`md\n${FENCE}js\nx\n${FENCE}\n${FENCE}\`\n`);
    expect(block.code).toBe(`${FENCE}js\nx\n${FENCE}`);
  });

  it('take a file name and the wish not to be run from the comment before them', () => {
    const text = `<!-- example as=own.ts check-only -->\n\n${FENCE}ts\na\n${FENCE}\n`;
    expect(readCodeBlocks(text)).toMatchObject([{ as: 'own.ts', checkOnly: true, context: '' }]);
  });

  it('do not take the comment of an earlier place', () => {
    const text = `<!-- example as=own.ts -->\n\nProse.\n\n${FENCE}ts\na\n${FENCE}\n`;
    expect(readCodeBlocks(text)).toMatchObject([{ as: null }]);
  });

  it('are completed by what they take for granted, before or around them', () => {
    const read = (context) => readCodeBlocks(`<!-- example\n${context}\n-->\n${FENCE}ts\nb: 1,\n${FENCE}\n`)[0];
    expect(completeCode(read('const a = 1;'))).toBe('const a = 1;\nb: 1,\n');
    expect(completeCode(read('export default {\n...\n};'))).toBe('export default {\n\nb: 1,\n\n};\n');
  });

  it('that do not end are an error with the line', () => {
    expect(() => readCodeBlocks(`x\n${FENCE}js\na\n`)).toThrow('line 2: the code block has no end');
  });
});

describe('packages a README imports', () => {
  it('are told by name, scoped ones and entries too', () => {
    const code =
      "import a from '@x/y/z';\nimport 'b/c';\nconst d = await import('d');\nimport e from './e.ts';\nimport 'node:fs';";
    expect(importedNames(`${FENCE}ts\n${code}\n${FENCE}\n${FENCE}sh\nimport 'q'\n${FENCE}\n`)).toEqual([
      '@x/y',
      'b',
      'd',
    ]);
  });
});
