import { ReportcardError } from '@reportcard/report-schema';
import type { BenchmarkDocument } from '@reportcard/runner';
import { readSourceBytes, type SourceFile } from './source-file.ts';
import type { SourceFolder } from './source-folder.ts';
import type { UdaSubset } from './uda-subsets.ts';

const ROOTS = ['src_doc_files', 'dataset/src_doc_files', 'src_doc_files_example', 'dataset/src_doc_files_example', '.'];
const PLACES = ['', 'texts/', 'htmls/', 'pdfs/'];
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  pdf: 'application/pdf',
};

/** A document's file, with its type. */
export interface UdaDocument {
  readonly file: SourceFile;
  readonly extension: string;
}

/** Names a document may stand under; none for a name that leads elsewhere. */
function candidates(subset: UdaSubset, doc: string): { name: string; extension: string }[] {
  if (doc.split(/[\\/]/).includes('..')) return [];
  return Object.keys(MEDIA_TYPES).flatMap((extension) =>
    ROOTS.flatMap((root) =>
      subset.documents.flatMap((folder) =>
        PLACES.map((place) => ({
          name: `${root === '.' ? '' : `${root}/`}${folder}/${place}${doc}.${extension}`,
          extension,
        })),
      ),
    ),
  );
}

/**
 * The file of each document, texts before PDFs. Throws a `data` error that counts and names missing documents and says
 * where to get them, unless only the available ones are wanted and there is at least one.
 */
export async function findUdaDocuments(
  folder: SourceFolder,
  subset: UdaSubset,
  docs: readonly string[],
  onlyAvailable: boolean,
): Promise<Map<string, UdaDocument>> {
  const found = new Map<string, UdaDocument>();
  for (const doc of docs) {
    for (const { name, extension } of candidates(subset, doc)) {
      const file = folder.file(name);
      if (file === undefined) continue;
      found.set(doc, { file, extension });
      break;
    }
  }
  const missing = docs.filter((doc) => !found.has(doc));
  if (missing.length > 0 && (!onlyAvailable || found.size === 0)) {
    throw new ReportcardError({
      code: 'data',
      file: folder.name,
      message: `${missing.length} of ${docs.length} documents are missing, such as ${missing.slice(0, 3).join(', ')}`,
      expected: `src_doc_files/${subset.documents[0]}/${missing[0]}.pdf (or .txt, .md, .html)`,
      hint: 'get the documents as https://github.com/qinchuanhui/UDA-Benchmark says under dataset/src_doc_files, or set options: { only_available: true }',
    });
  }
  return found;
}

/** A UDA document; its bytes are read when they are wanted. */
export function toBenchmarkDocument(doc: string, { file, extension }: UdaDocument): BenchmarkDocument {
  return {
    document_id: doc,
    name: `${doc.replaceAll('/', '_')}.${extension}`,
    media_type: MEDIA_TYPES[extension] ?? 'application/octet-stream',
    load: () => readSourceBytes(file),
  };
}
