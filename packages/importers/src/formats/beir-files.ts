import { ReportcardError } from '@reportcard/report-schema';
import { type ImportFile, type ImportFolder, RepairLog } from '../importer.ts';
import { decodeStream } from '../read/decode-stream.ts';
import { readLooseJsonLines } from '../read/json-lines.ts';
import { readTextLines } from '../read/text-lines.ts';
import { isObject, textAt } from '../values/is-object.ts';

/** A file of the folder. Throws a `data` error that names what the folder should hold. */
export function requireBeirFile(folder: ImportFolder, name: string): ImportFile {
  const file = folder.file(name);
  if (file !== undefined) return file;
  throw new ReportcardError({
    code: 'data',
    file: `${folder.name}/${name}`,
    message: 'the BEIR folder lacks this file',
    expected: 'queries.jsonl, qrels/<split>.tsv and, for texts, corpus.jsonl',
    hint: 'unpack the data set as it was published',
  });
}

/** Judgements of a split: grades by query and document. The header line is passed over. Throws `data` errors with the line. */
export async function readBeirQrels(file: ImportFile): Promise<Map<string, Map<string, number>>> {
  const qrels = new Map<string, Map<string, number>>();
  let first = true;
  for await (const { line, text } of readTextLines(file)) {
    const cells = text.split('\t');
    const isHeader = first && !/^-?\d+$/.test(cells.at(-1)?.trim() ?? '');
    first = false;
    if (isHeader) continue;
    const [query = '', document = '', grade = ''] = cells.map((cell) => cell.trim());
    if (cells.length !== 3 || !/^-?\d+$/.test(grade))
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        line,
        message: 'this is no judgement',
        expected: 'query-id, corpus-id and score, separated by tabs',
        got: JSON.stringify(text.slice(0, 60)),
      });
    const grades = qrels.get(query) ?? new Map<string, number>();
    if (grades.has(document))
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        line,
        message: `the document ${document} is judged twice for query ${query}`,
        expected: 'each document once a query',
      });
    grades.set(document, Number(grade));
    qrels.set(query, grades);
  }
  return qrels;
}

/** Texts by id of a `queries.jsonl` or `corpus.jsonl`, only of the wanted ids where given; titles stand before the text. */
export async function readBeirTexts(file: ImportFile, wanted?: ReadonlySet<string>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { line, value } of readLooseJsonLines(
    decodeStream(file, { encoding: 'utf-8' }),
    file.name,
    new RepairLog(),
  )) {
    const id = textAt(value, '_id') ?? textAt(value, 'id');
    if (!isObject(value) || id === undefined)
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        line,
        path: '_id',
        message: 'the line has no id',
        expected: '{ "_id": …, "text": … }',
      });
    if (wanted !== undefined && !wanted.has(id)) continue;
    if (texts.has(id))
      throw new ReportcardError({
        code: 'data',
        file: file.name,
        line,
        path: '_id',
        message: `the id ${JSON.stringify(id)} stands twice`,
        expected: 'each id once',
      });
    const title = textAt(value, 'title') ?? '';
    texts.set(id, title === '' ? (textAt(value, 'text') ?? '') : `${title}\n${textAt(value, 'text') ?? ''}`);
  }
  return texts;
}
