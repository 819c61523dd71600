import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { ReportcardError } from '@reportcard/report-schema';
import { QueryFailure } from '../query-failure.ts';

/** A compiled JMESPath expression; gives plain JSON, or undefined where it finds nothing (null or false). */
export type Expression = (data: unknown) => unknown;

function namesIn(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return [];
  const own = 'name' in node && typeof node.name === 'string' ? [node.name] : [];
  return [...own, ...Object.values(node).flatMap(namesIn)];
}

function isPlainJson(value: unknown): boolean {
  if (typeof value === 'function') return false;
  if (value === null || typeof value !== 'object') return true;
  return Object.values(value).every(isPlainJson);
}

type ExpressionNode = ReturnType<typeof compile>;

function parse(text: string, path: string): ExpressionNode {
  try {
    return compile(text);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ReportcardError({
      code: 'config',
      path,
      message: `this is no JMESPath expression: ${message}`,
      expected: 'an expression such as data.answer',
      got: text.slice(0, 60),
      hint: 'see https://jmespath.org',
      cause,
    });
  }
}

/** Compiles a JMESPath expression. Names that every object inherits (`__proto__`, `constructor`, …) are refused. Throws a `config` error. */
export function compileExpression(text: string, path: string): Expression {
  const node = parse(text, path);
  const inherited = namesIn(node).find((name) => name in Object.prototype);
  if (inherited !== undefined) {
    throw new ReportcardError({
      code: 'config',
      path,
      message: `the expression must not name ${inherited}`,
      got: text.slice(0, 60),
      hint: 'rename the field in the service, or leave the mapping out',
    });
  }
  return (data) => {
    let value: unknown;
    try {
      value = TreeInterpreter.search(node, data as Parameters<typeof TreeInterpreter.search>[1]);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new QueryFailure({
        message: `${path} does not fit the answer: ${message}`,
        error_type: 'mapping_error',
        cause,
      });
    }
    if (!isPlainJson(value))
      throw new QueryFailure({ message: `${path} gave something that is no JSON`, error_type: 'mapping_error' });
    return value === null || value === false ? undefined : value;
  };
}
