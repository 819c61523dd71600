import * as z from 'zod';
import type { TextRecord } from './text-record.ts';
import { createRecord } from './text-record.ts';

/** Building blocks of the persisted shapes; internal to this package. */

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * A map keyed by free text. Unlike `z.record`, keeps a key named `__proto__`; the result has no prototype.
 */
export function textMap<V>(valueSchema: z.ZodType<V>): z.ZodType<TextRecord<V>, unknown> {
  const items = z.toJSONSchema(valueSchema, { unrepresentable: 'any', io: 'input' });
  delete items['$schema'];
  return z
    .unknown()
    .meta({ type: 'object', additionalProperties: items })
    .transform((value, context): TextRecord<V> => {
      const record = createRecord<V>();
      if (!isPlainObject(value)) {
        context.issues.push({ code: 'invalid_type', expected: 'object', input: value });
        return record;
      }
      for (const key of Object.keys(value)) {
        const result = valueSchema.safeParse(value[key]);
        if (result.success) record[key] = result.data;
        else for (const issue of result.error.issues) context.issues.push(toRawIssue(issue, key, value[key]));
      }
      return record;
    });
}

function toRawIssue(issue: z.core.$ZodIssue, key: string, input: unknown): z.core.$ZodRawIssue {
  return { code: 'custom', message: issue.message, path: [key, ...issue.path], input };
}

/** Free JSON object, kept as it is. */
export const JsonObjectSchema: z.ZodType<TextRecord<unknown>, unknown> = textMap(z.unknown());

/** A finite number or null. */
export const nullableNumber = z.number().nullable();

/** Map of plain numbers or null by metric id. */
export const ValueBlockSchema = textMap<number | null>(nullableNumber);

/** 64 lower-case hex digits. */
export const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 lower-case hex digits');

export const SchemaVersion1 = z.literal(1).default(1);
