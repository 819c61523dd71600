import { RepairLog } from '../importer.ts';
import { JsonScanner } from './json-scanner.ts';
import { parseLooseJson } from './loose-json.ts';

/** What the beginning of a JSON document tells about the whole. */
export interface JsonOutline {
  readonly root: 'array' | 'object' | 'other';
  /** Keys of the root object, in order; as far as they stand in the beginning. */
  readonly keys: readonly string[];
  /** Path of the array that looks like the rows; null where none does. */
  readonly rowsPath: readonly string[] | null;
  /** The first row where it is whole within the beginning, else null. */
  readonly first: unknown;
}

/** Keys under which programs keep a list of results. */
const ROW_KEYS = new Set([
  'data',
  'rows',
  'records',
  'samples',
  'results',
  'items',
  'examples',
  'questions',
  'cases',
  'test_cases',
  'testCases',
  'test_results',
  'testResults',
  'case_results',
  'evaluations',
  'details',
  'per_sample',
  'dataset',
  'tests',
]);

/** True for an array that may hold rows: the root, or one under a usual key, at most two levels deep. */
function isRowArray(path: readonly string[]): boolean {
  return path.length === 0 || (path.length <= 2 && ROW_KEYS.has(path.at(-1) ?? ''));
}

/** Reads the outline off the first piece of a JSON text. */
export function readJsonOutline(head: string, file: string): JsonOutline {
  const keys: string[] = [];
  let rowsPath: readonly string[] | null = null;
  let first: unknown = null;
  let seen = false;
  const scanner = new JsonScanner({
    isTarget: (path) => {
      if (rowsPath !== null || !isRowArray(path)) return false;
      rowsPath = [...path];
      return true;
    },
    element: (text) => {
      if (!seen) first = parseLooseJson(text, { file }, new RepairLog());
      seen = true;
    },
    key: (key, path) => {
      if (path.length === 0 && keys.length < 200) keys.push(key);
    },
  });
  scanner.push(head);
  const start = head.trimStart().charAt(0);
  return { root: start === '[' ? 'array' : start === '{' ? 'object' : 'other', keys, rowsPath, first };
}
