import type { JudgeRequest } from '@reportcard/report-schema';
import { askModel, type Complete, LARGEST_OUTPUT_TOKENS } from './asking/ask-model.ts';
import type { CallShape } from './asking/call-shape.ts';
import { createHealth } from './asking/health.ts';
import { createRequestGate } from './asking/request-gate.ts';
import { createSender, type RetryAllowance, type Sender, type SpendSink } from './asking/sender.ts';
import { createShapeMemory, type ShapeMemory } from './asking/shape-memory.ts';
import { type BudgetMeter, createBudgetMeter } from './budget/budget-meter.ts';
import { estimateTokens, UPPER_RATES } from './budget/estimate-tokens.ts';
import type { Price } from './budget/prices.ts';
import { type Clock, SYSTEM_CLOCK } from './clock.ts';
import { familiesOf } from './families.ts';
import type { MeteredJudge } from './metered.ts';
import type { ChatMessage, ChatModel, ChatReply, Format } from './model/chat-model.ts';
import { isContentRefusal } from './model/request-fault.ts';

/** How a model is asked. Everything has a default. */
export interface JudgeOptions {
  /** Default `auto`: json_schema, then json_object, then plain, remembered. */
  readonly format?: Format | 'auto' | undefined;
  /** Temperature of steps that name none; default 0. */
  readonly temperature?: number | undefined;
  /** Sent only when given; no provider promises much. */
  readonly seed?: number | undefined;
  /** First cap of an answer in tokens; default 4096. */
  readonly maxOutputTokens?: number | undefined;
  /** Requests at once; default 4. */
  readonly concurrency?: number | undefined;
  /** Requests and tokens a minute; default no limit. */
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  /** Time limit of one request; default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Retries of an answer after faults that may pass; default 3. */
  readonly retries?: number | undefined;
  readonly budget?: BudgetMeter | undefined;
  readonly price?: Price | undefined;
  /** What is known of the endpoint, and who is told what is found out. */
  readonly shape?: CallShape | undefined;
  readonly onShape?: ((shape: CallShape) => void) | undefined;
  readonly clock?: Clock | undefined;
}

const DEFAULT_MAX_OUTPUT_TOKENS = 4096;
export const DEFAULT_CONCURRENCY = 4;
export const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 60_000;

const NEVER: AbortSignal = new AbortController().signal;

function countReply(reply: ChatReply, messages: readonly ChatMessage[]): { prompt: number; completion: number } {
  const texts = messages.map((message) => message.content);
  return {
    prompt: reply.prompt_tokens ?? estimateTokens(texts, UPPER_RATES),
    completion: reply.completion_tokens ?? estimateTokens([reply.text, reply.reasoning], UPPER_RATES),
  };
}

interface Asking {
  readonly model: ChatModel;
  readonly memory: ShapeMemory;
  readonly sender: Sender;
  readonly options: JudgeOptions;
}

/** Completions for one answer: the shape is learned on the way, the retries are shared. */
function createComplete(asking: Asking, request: JudgeRequest<unknown>, onSpend: SpendSink | undefined): Complete {
  const { model, memory, sender, options } = asking;
  const signal = request.signal ?? NEVER;
  const allowance: RetryAllowance = { used: 0, max: options.retries ?? DEFAULT_RETRIES };
  return async (messages, maxOutputTokens) => {
    const prompt = estimateTokens(
      messages.map((message) => message.content),
      UPPER_RATES,
    );
    for (;;) {
      let sent = memory.current();
      let rejected = false;
      const send = (inner: AbortSignal): Promise<ChatReply> => {
        sent = memory.current();
        return model.generate({
          messages,
          format: sent.format,
          schema: request.schema,
          maxOutputTokens,
          temperature: sent.dropped.includes('temperature')
            ? undefined
            : (request.temperature ?? options.temperature ?? 0),
          seed: sent.dropped.includes('seed') ? undefined : options.seed,
          capName: sent.dropped.includes('max_tokens') ? 'max_completion_tokens' : 'max_tokens',
          signal: inner,
        });
      };
      try {
        const reply = await sender.send(
          {
            upper: { prompt, completion: maxOutputTokens },
            send,
            count: (got) => countReply(got, messages),
            handsBack: (fault) => {
              rejected = !isContentRefusal(fault) && memory.learn(sent, fault);
              return rejected;
            },
          },
          { signal, allowance, onSpend },
        );
        return { reply, format: sent.format };
      } catch (error) {
        if (!rejected) throw error;
      }
    }
  };
}

/**
 * A judge out of a chat model: format ladder, repair turns, re-asks, retries, time limits, concurrency and rates. Its `ask`
 * rejects with JudgeFailure for what is a fault of one answer, with an `unavailable` ReportcardError when the server cannot
 * be used at all, and with the signal's reason when aborted.
 */
export function createJudge(model: ChatModel, options: JudgeOptions = {}): MeteredJudge {
  const { clock = SYSTEM_CLOCK, format = 'auto', temperature = 0, seed } = options;
  const { concurrency = DEFAULT_CONCURRENCY, rpm, tpm, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const memory = createShapeMemory({ format, known: options.shape, onChange: options.onShape });
  const sender = createSender({
    gate: createRequestGate({ concurrency, rpm, tpm, clock }),
    budget: options.budget ?? createBudgetMeter(),
    health: createHealth(`the judge ${model.model} (${model.id})`),
    clock,
    timeoutMs,
    price: options.price,
  });
  const cap = Math.min(options.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS, LARGEST_OUTPUT_TOKENS);
  return {
    id: model.id,
    model: model.model,
    families: familiesOf(model.model),
    identity: model.identity,
    params: { temperature, seed, format: format === 'auto' ? undefined : format },
    async ask(request, onSpend) {
      const complete = createComplete({ model, memory, sender, options }, request, onSpend);
      const { completions, prompt_tokens, completion_tokens, ...answer } = await askModel(request, complete, cap);
      return { ...answer, usage: { prompt_tokens, completion_tokens, cached: false, calls: completions } };
    },
  };
}
