import { QueryFailure } from '../query-failure.ts';

/** Parses what a service sent; throws a QueryFailure of the given type when it is no JSON. */
export function parsePayload(text: string, what: string, error_type: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new QueryFailure({
      message: `${what} is not valid JSON: ${JSON.stringify(text.slice(0, 80))}`,
      error_type,
      cause,
    });
  }
}
