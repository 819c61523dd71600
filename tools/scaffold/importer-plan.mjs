import { changeset } from './apply-plan.mjs';

function importerSource({ kebab, snake, camel }) {
  return `import { createDraft, type SampleDraft } from '../draft.ts';
import { importDrafts } from '../import-drafts.ts';
import type { RepairLog } from '../importer.ts';
import type { Importer } from '../importer-port.ts';
import type { Row } from '../read/csv-rows.ts';
import { openSource } from '../read/open-source.ts';
import { requireOneFile } from '../single-file.ts';
import { createMetricId } from '../values/metric-names.ts';
import { parseScore } from '../values/parse-score.ts';
import { textOf } from '../values/text-of.ts';

function toDraft(row: Row, file: string, repairs: RepairLog): SampleDraft {
  const draft = createDraft(row.line, {
    query_id: textOf(row.cells['${snake}_id']),
    user_input: textOf(row.cells['${snake}_question']) ?? '',
  });
  draft.answer = textOf(row.cells['${snake}_answer']);
  const id = createMetricId('score', '${snake}');
  const state = parseScore(row.cells['${snake}_score'], { repairs, file, line: row.line, metric: id });
  draft.scores[id] = { state, label: '${kebab}: score' };
  return draft;
}

/** JSON Lines or a table with \`${snake}_id\`, \`${snake}_question\`, \`${snake}_answer\` and \`${snake}_score\`. */
export const ${camel}Importer: Importer = {
  format: '${kebab}',
  title: '${kebab} results, JSON Lines or a table',
  usage: '${kebab} results.jsonl',
  sniff: ({ columns }) => columns.includes('${snake}_id') && columns.includes('${snake}_question'),
  async open(input, options) {
    const source = await openSource(requireOneFile(input, '${kebab}', this.usage));
    async function* drafts(repairs: RepairLog): AsyncGenerator<SampleDraft> {
      for await (const row of source.rows(repairs)) yield toDraft(row, source.name, repairs);
    }
    return importDrafts({ file: source.name, ids: 'content', decimalComma: source.decimalComma, drafts }, options);
  },
};
`;
}

function importerTest({ kebab, snake }) {
  return `import { describe, expect, it } from 'vitest';
import { memoryFile, readFixture, readImport, valuesOf } from './import-fixture.ts';

describe('${kebab}', () => {
  it('is found by its content and read with its scores', async () => {
    const read = await readFixture('${kebab}.jsonl');
    expect(read.format).toBe('${kebab}');
    expect(read.records.map(({ query_id, user_input }) => [query_id, user_input])).toEqual([
      ['1', 'Where is my parcel?'],
      ['2', 'Can I return it?'],
    ]);
    expect(valuesOf(read, '${snake}_score')).toEqual([0.5, 'import_nan']);
  });

  it('takes a score that is no number for none, and says so', async () => {
    const line = JSON.stringify({ ${snake}_id: '1', ${snake}_question: 'x', ${snake}_answer: 'y', ${snake}_score: 'good' });
    const read = await readImport(memoryFile('results.jsonl', \`\${line}\\n\`));
    expect(valuesOf(read, '${snake}_score')).toEqual(['import_nan']);
    expect(read.repairs).toEqual({ score_text: 1 });
  });
});
`;
}

function fixture({ snake }) {
  const rows = [
    ['1', 'Where is my parcel?', 'On its way.', 0.5],
    ['2', 'Can I return it?', 'Yes, within 30 days.', 'NaN'],
  ];
  return rows
    .map(([id, question, answer, score]) =>
      JSON.stringify({
        [`${snake}_id`]: id,
        [`${snake}_question`]: question,
        [`${snake}_answer`]: answer,
        [`${snake}_score`]: score,
      }),
    )
    .join('\n')
    .concat('\n');
}

/** An importer in the registry, found by content. Field names are an example to be replaced by those of the tool. */
export function planImporter(forms) {
  const { kebab, camel } = forms;
  const registry = 'packages/importers/src/registry.ts';
  return {
    files: {
      [`packages/importers/src/formats/${kebab}.ts`]: importerSource(forms),
      [`packages/importers/test/${kebab}.test.ts`]: importerTest(forms),
      [`fixtures/importers/${kebab}.jsonl`]: fixture(forms),
      [`.changeset/importer-${kebab}.md`]: changeset(
        { '@reportcard/importers': 'minor', reportcard: 'minor' },
        `\`reportcard import ${kebab} results.jsonl\` reads the results of ${kebab}.`,
      ),
    },
    edits: [
      {
        file: registry,
        before: 'import { trecImporter }',
        insert: `import { ${camel}Importer } from './formats/${kebab}.ts';\n`,
      },
      { file: registry, before: '  ragasImporter,\n', insert: `  ${camel}Importer,\n` },
      {
        file: 'packages/importers/README.md',
        after: '\n## API\n',
        insert: `\n\`${kebab}\` reads the results of ${kebab}: JSON Lines or a table.\n`,
      },
    ],
    packages: ['importers'],
    next: [`put a look-alike of a real file, with its quirks, in place of fixtures/importers/${kebab}.jsonl`],
  };
}
