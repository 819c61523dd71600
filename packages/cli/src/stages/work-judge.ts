import {
  type ChatModel,
  createJudgeStage,
  type EmbeddingSource,
  openaiCompatible,
  openaiCompatibleEmbedding,
} from '@reportcard/judge';
import type { JudgeStage } from '@reportcard/pipeline';
import type { JudgeSpec, QueueAddress, Wakefulness } from '@reportcard/queue';
import { type JudgeConfig, ReportcardError } from '@reportcard/report-schema';
import type { Workspace } from '../config/open-workspace.ts';
import type { CliContext } from '../terminal/cli-context.ts';
import type { QueuePackage } from './open-queue.ts';

export interface WorkerJudgeParts {
  readonly workspace: Workspace;
  readonly queue: QueuePackage;
  readonly address: QueueAddress;
  readonly redis: Awaited<ReturnType<QueuePackage['connect']>>;
  readonly wakefulness: Wakefulness;
}

type Pace = (signal: AbortSignal) => Promise<void>;

/** Requests of all workers together keep the limit of requests a minute, and none is begun by a worker that just woke up. */
function paceModel(model: ChatModel, pace: Pace): ChatModel {
  const { id, model: name, identity } = model;
  return {
    id,
    model: name,
    identity,
    async generate(call) {
      await pace(call.signal);
      return model.generate(call);
    },
  };
}

function paceEmbedding(source: EmbeddingSource, pace: Pace): EmbeddingSource {
  const { id, model, identity } = source;
  return {
    id,
    model,
    identity,
    async embedOnce(texts, signal) {
      await pace(signal);
      return source.embedOnce(texts, signal);
    },
  };
}

/** Makes the judge stages of a worker, one for each way a scoring wants its judge. */
export function createWorkerStages(
  parts: WorkerJudgeParts,
  context: CliContext,
): { stageFor(spec: JudgeSpec): Promise<JudgeStage> } {
  const { workspace, queue, address, redis, wakefulness } = parts;
  const { config } = workspace;
  const made = new Map<string, Promise<JudgeStage>>();

  function createPace(name: string, perMinute: number | undefined): Pace {
    const wait =
      perMinute === undefined
        ? async () => undefined
        : queue.createRequestPacer(redis, `${address.prefix}:pace:${name}`, perMinute);
    return async (signal) => {
      wakefulness.check();
      await wait(signal);
      signal.throwIfAborted();
    };
  }

  async function create(spec: JudgeSpec): Promise<JudgeStage> {
    const { judge, embedder } = config;
    if (judge?.kind !== 'openai-compatible') {
      throw new ReportcardError({
        code: 'config',
        path: 'judge',
        message: 'a worker has no judge model in its configuration',
        expected: 'the same configuration on every machine',
      });
    }
    const { env } = context;
    const judgeConfig: JudgeConfig = { ...judge };
    return createJudgeStage({
      config: judgeConfig,
      embedder,
      repeats: typeof spec.repeats === 'number' ? spec.repeats : config.repeats,
      prices: config.prices,
      sutModel: config.sut?.model,
      strictFamily: spec.strict_family || config.strictFamily === true,
      cache: spec.cache ?? undefined,
      store: queue.createSharedCache(redis, address.prefix, wakefulness.check),
      env,
      seed: spec.seed,
      now: () => context.now(),
      model: paceModel(openaiCompatible({ ...judgeConfig, env }), createPace('judge', judge.rpm)),
      ...(embedder === undefined || embedder.kind === 'none'
        ? {}
        : {
            embeddingSource: paceEmbedding(
              openaiCompatibleEmbedding({ ...embedder, env }),
              createPace('embedder', embedder.rpm),
            ),
          }),
    });
  }

  return {
    stageFor(spec) {
      const key = JSON.stringify(spec);
      const known = made.get(key) ?? create(spec);
      made.set(key, known);
      known.catch(() => made.delete(key));
      return known;
    },
  };
}
