import type { HttpTarget } from '@reportcard/report-schema';
import type { KnowledgeBase } from '../knowledge-base.ts';
import { QueryFailure } from '../query-failure.ts';
import { type Connection, readFailure, redactFailure, sendWithToken } from './connection.ts';
import { compileMap } from './map-payload.ts';
import { readBody } from './read-body.ts';
import { createValues, type RequestTemplate } from './request.ts';

/** The intent interface of a target as `predictIntent`. Throws a `config` error. */
export function compileIntent(
  config: NonNullable<HttpTarget['intent']>,
  request: RequestTemplate,
  connection: Connection,
): NonNullable<KnowledgeBase['predictIntent']> {
  const map = compileMap({ intent: 'intent', ...config.map }, 'target.intent.map');
  const { label } = request;
  return async (question, options) => {
    const { signal } = options;
    try {
      const prepared = request.prepare(createValues(question, options, connection.secrets));
      const response = await sendWithToken(connection, prepared, label, signal, () => undefined);
      if (!response.ok) throw await readFailure(connection, response, label);
      const parts: string[] = [];
      for await (const text of readBody(response, { maxBytes: 10 * 1024 * 1024, label, signal })) parts.push(text);
      const intent = map.intent?.(JSON.parse(parts.join('')));
      return intent === undefined ? null : String(intent);
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new QueryFailure({
          message: `the intent interface answered with something that is no JSON (${label})`,
          error_type: 'malformed_response',
        });
      throw redactFailure(error, connection.secrets);
    }
  };
}
