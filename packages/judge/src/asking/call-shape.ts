import { FORMATS, type Format } from '../model/chat-model.ts';
import type { RequestFault } from '../model/request-fault.ts';

/** A parameter that some servers refuse. `max_tokens` is not left out but sent as `max_completion_tokens`. */
export type DroppableParameter = 'temperature' | 'seed' | 'max_tokens';

/** What an endpoint has been found to accept. */
export interface CallShape {
  readonly format: Format;
  readonly dropped: readonly DroppableParameter[];
}

/** What is tried first: the strictest format and every parameter. */
export const FIRST_SHAPE: CallShape = { format: 'json_schema', dropped: [] };

const SHAPE_STATUSES = new Set([400, 404, 415, 422, 501]);
const NAMES_FORMAT =
  /response[_ ]?format|json[_ ]schema|json[_ ]object|structured[_ ]output|guided[_ ](?:json|decoding)/i;
const UNSUPPORTED = /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|not permitted|deprecated|extra inputs/i;

interface ParameterRule {
  readonly parameter: DroppableParameter;
  readonly named: (body: string) => boolean;
}

const PARAMETER_RULES: readonly ParameterRule[] = [
  {
    parameter: 'max_tokens',
    named: (body) => /max_completion_tokens/.test(body) || (/max_tokens/.test(body) && UNSUPPORTED.test(body)),
  },
  { parameter: 'temperature', named: (body) => /temperature/i.test(body) },
  { parameter: 'seed', named: (body) => /\bseed\b/i.test(body) },
];

/** Most rejections an endpoint's shape can ever cause one after another: two rungs and three parameters. */
export const MAX_SHAPE_CHANGES: number = FORMATS.length - 1 + PARAMETER_RULES.length;

/**
 * The shape to try after a rejection: one rung down when a 400, 404 or 422 names the format, else without the parameter
 * it names. Null when the rejection names nothing that can be given up. `ladder` false keeps the format.
 */
export function adaptShape(shape: CallShape, fault: RequestFault, ladder: boolean): CallShape | null {
  if (fault.kind !== 'http' || fault.status === undefined || !SHAPE_STATUSES.has(fault.status)) return null;
  const next = FORMATS[FORMATS.indexOf(shape.format) + 1];
  if (ladder && next !== undefined && NAMES_FORMAT.test(fault.body)) return { ...shape, format: next };
  const rule = PARAMETER_RULES.find(({ parameter, named }) => !shape.dropped.includes(parameter) && named(fault.body));
  return rule === undefined ? null : { ...shape, dropped: [...shape.dropped, rule.parameter] };
}
