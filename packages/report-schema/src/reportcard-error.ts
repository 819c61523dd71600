/** One problem found in a file, a configuration or a call. */
export interface Problem {
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** File the problem stands in. */
  readonly file?: string | undefined;
  /** Physical line, from 1. */
  readonly line?: number | undefined;
  /** Field within the line or document, such as `response.results[2].id`. */
  readonly path?: string | undefined;
  /** What would have been accepted. */
  readonly expected?: string | undefined;
  /** What was found. */
  readonly got?: string | undefined;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

/**
 * Stable machine codes of faults of use. `usage`, `config`, `data` and `path` end the command line with exit code 2,
 * `unavailable` and `budget` with 4, `defect` with 70, `interrupted` with 130 (DESIGN §5).
 */
export type ErrorCode = 'usage' | 'config' | 'data' | 'path' | 'unavailable' | 'budget' | 'defect' | 'interrupted';

/** What an error is made from. */
export interface ReportcardErrorInit extends Problem {
  readonly code: ErrorCode;
  readonly cause?: unknown;
  /** Every problem found, where there is more than one; the error's own fields repeat the first. */
  readonly problems?: readonly Problem[] | undefined;
}

/** A fault of use: says what, where, what was expected and what to do. Faults of data are values, not errors. */
export class ReportcardError extends Error {
  readonly code: ErrorCode;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly path: string | undefined;
  readonly expected: string | undefined;
  readonly got: string | undefined;
  readonly hint: string | undefined;
  readonly problems: readonly Problem[];

  constructor(init: ReportcardErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'ReportcardError';
    this.code = init.code;
    this.file = init.file;
    this.line = init.line;
    this.path = init.path;
    this.expected = init.expected;
    this.got = init.got;
    this.hint = init.hint;
    this.problems = init.problems ?? [toProblem(init)];
  }

  /** One error out of a list of problems; throws nothing itself. `problems` must not be empty. */
  static fromProblems(code: ErrorCode, problems: readonly Problem[], cause?: unknown): ReportcardError {
    const first = problems[0] ?? { message: 'unknown problem' };
    return new ReportcardError({ ...first, code, problems, cause });
  }
}

function toProblem(init: ReportcardErrorInit): Problem {
  const { message, file, line, path, expected, got, hint } = init;
  return { message, file, line, path, expected, got, hint };
}

/** `file:line field: message (expected …, got …). hint` with the parts that are known. */
export function formatProblem(problem: Problem): string {
  const place = [problem.file, problem.line].filter((part) => part !== undefined).join(':');
  const where = [place, problem.path].filter((part) => part !== undefined && part !== '').join(' ');
  const facts = [
    problem.expected === undefined ? '' : `expected ${problem.expected}`,
    problem.got === undefined ? '' : `got ${problem.got}`,
  ].filter((part) => part !== '');
  const detail = facts.length > 0 ? ` (${facts.join(', ')})` : '';
  const hint = problem.hint === undefined ? '' : ` — ${problem.hint}`;
  return `${where === '' ? '' : `${where}: `}${problem.message}${detail}${hint}`;
}

/** Shortens a value for an error message: JSON of at most 60 characters. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(JSON.stringify(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
