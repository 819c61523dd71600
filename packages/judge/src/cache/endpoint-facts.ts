import type { CallShape, DroppableParameter } from '../asking/call-shape.ts';
import type { EmbedderCheck } from '../embedding/check-embedder.ts';
import { FORMATS, type ModelIdentity } from '../model/chat-model.ts';
import { createEndpointKey } from './cache-key.ts';
import type { EntryStore } from './entry-store.ts';

const PARAMETERS: readonly DroppableParameter[] = ['temperature', 'seed', 'max_tokens'];

/** What earlier runs have found out about a model's endpoint: the format and the parameters it accepts. */
export async function loadShape(entries: EntryStore, identity: ModelIdentity): Promise<CallShape | undefined> {
  const entry = await entries.read(createEndpointKey('shape', identity));
  const format = FORMATS.find((name) => name === entry?.['format']);
  const dropped = entry?.['dropped'];
  if (format === undefined || !Array.isArray(dropped)) return undefined;
  return { format, dropped: PARAMETERS.filter((parameter) => dropped.includes(parameter)) };
}

/** Keeps a shape for later runs. */
export async function saveShape(entries: EntryStore, identity: ModelIdentity, shape: CallShape): Promise<void> {
  await entries.write(createEndpointKey('shape', identity), { format: shape.format, dropped: shape.dropped });
}

/** What an earlier run has found out about an embedder. */
export async function loadEmbedderCheck(
  entries: EntryStore,
  identity: ModelIdentity,
): Promise<EmbedderCheck | undefined> {
  const entry = await entries.read(createEndpointKey('embedder-check', identity));
  const dim = entry?.['dim'];
  const chinese = entry?.['chinese'];
  return typeof dim === 'number' && typeof chinese === 'boolean' ? { dim, chinese } : undefined;
}

/** Keeps the outcome of the embedder check for later runs. */
export async function saveEmbedderCheck(
  entries: EntryStore,
  identity: ModelIdentity,
  check: EmbedderCheck,
): Promise<void> {
  await entries.write(createEndpointKey('embedder-check', identity), { dim: check.dim, chinese: check.chinese });
}
