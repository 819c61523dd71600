import { ReportcardError } from '@reportcard/report-schema';

/** Values that must not appear anywhere; grows when a login gives a token. */
export interface Secrets {
  /** The value of an environment variable, kept as a secret. Throws a `config` error when it is unset or empty. */
  read(name: string, path: string): string;
  add(value: string): void;
  /** The text with every secret replaced by `***`. */
  redact(text: string): string;
}

/** Shorter values are too common as text to be told apart. */
const SHORTEST = 4;

/** An empty set of secrets over an environment. */
export function createSecrets(env: Readonly<Record<string, string | undefined>>): Secrets {
  const values = new Set<string>();
  const add = (value: string): void => {
    const bare = value.replace(/^(?:bearer|basic) /i, '');
    for (const form of [value, bare, encodeURIComponent(bare), JSON.stringify(bare).slice(1, -1)])
      if (form.length >= SHORTEST) values.add(form);
  };
  return {
    add,
    read(name, path) {
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value === undefined || value === '') {
        throw new ReportcardError({
          code: 'config',
          path,
          message: `the environment variable ${name} is not set`,
          expected: 'a key or token in it',
          hint: `set it before running: export ${name}=…`,
        });
      }
      add(value);
      return value;
    },
    redact(text) {
      let result = text;
      for (const value of values) if (result.includes(value)) result = result.replaceAll(value, '***');
      return result;
    },
  };
}
