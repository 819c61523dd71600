/**
 * Says whether a parsed JSON value has exactly one form. A form may take the prototype off a map it looks at: maps are keyed
 * by free text.
 */
export type Form = (value: unknown) => boolean;

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export const anything: Form = () => true;
export const text: Form = (value) => typeof value === 'string';
export const filledText: Form = (value) => typeof value === 'string' && value !== '';
export const flag: Form = (value) => typeof value === 'boolean';
export const finite: Form = (value) => typeof value === 'number' && Number.isFinite(value);
export const count: Form = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const notNegative: Form = (value) => finite(value) && (value as number) >= 0;

export function nullable(form: Form): Form {
  return (value) => value === null || form(value);
}

export function oneOf(...values: readonly unknown[]): Form {
  const known = new Set(values);
  return (value) => known.has(value);
}

export function listOf(form: Form): Form {
  return (value) => Array.isArray(value) && value.every(form);
}

export function pairOf(form: Form): Form {
  return (value) => Array.isArray(value) && value.length === 2 && form(value[0]) && form(value[1]);
}

/** A map keyed by free text; loses its prototype. */
export function mapOf(form: Form): Form {
  return (value) => {
    if (!isObject(value)) return false;
    Object.setPrototypeOf(value, null);
    for (const key in value) if (!form(value[key])) return false;
    return true;
  };
}

/** A free JSON object; loses its prototype. */
export const freeObject: Form = mapOf(anything);

/** An object with these fields in this order and no others; those named in `optional` may be absent. */
export function objectOf(fields: Readonly<Record<string, Form>>, optional: readonly string[] = []): Form {
  return fieldsOf(fields, optional, false);
}

/** An object that begins with these fields in this order; others may follow. */
export function openObjectOf(fields: Readonly<Record<string, Form>>): Form {
  return fieldsOf(fields, [], true);
}

function fieldsOf(fields: Readonly<Record<string, Form>>, mayLack: readonly string[], isOpen: boolean): Form {
  const names = Object.keys(fields);
  const forms = Object.values(fields);
  const optional = names.map((name) => mayLack.includes(name));
  return (value) => {
    if (!isObject(value)) return false;
    let next = 0;
    for (const key in value) {
      while (next < names.length && names[next] !== key && optional[next] === true) next += 1;
      if (next === names.length && isOpen) continue;
      if (names[next] !== key || forms[next]?.(value[key]) !== true) return false;
      next += 1;
    }
    while (optional[next] === true) next += 1;
    return next === names.length;
  };
}
