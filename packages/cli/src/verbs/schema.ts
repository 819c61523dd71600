import { createJsonSchema, nearestName, ReportcardError, SCHEMAS, type SchemaName } from '@reportcard/report-schema';
import { EXIT } from '../exit-codes.ts';
import type { RunVerb } from '../verb.ts';

export const run: RunVerb = async ([name], flags, context) => {
  const names = Object.keys(SCHEMAS);
  if (name === undefined) {
    context.out(flags['json'] === true ? JSON.stringify(names) : names.join('\n'));
    return EXIT.done;
  }
  if (!Object.hasOwn(SCHEMAS, name)) {
    const near = nearestName(name, names);
    throw new ReportcardError({
      code: 'usage',
      message: `there is no schema ${JSON.stringify(name)}`,
      expected: names.join(', '),
      hint: near === undefined ? undefined : `did you mean ${near}?`,
    });
  }
  context.out(JSON.stringify(createJsonSchema(name as SchemaName), null, 2));
  return EXIT.done;
};
