import { type Embedder, type Judge, JudgeFailure, type JudgeRequest } from '@reportcard/report-schema';

/** Material of a request: the JSON object the judge reads. */
export type Material = Record<string, unknown>;
export type Reply = (material: Material, request: JudgeRequest<unknown>) => unknown;

export interface StubJudge extends Judge {
  readonly requests: JudgeRequest<unknown>[];
  /** Names of the steps asked, in order. */
  steps(): string[];
}

/** A judge that answers each step by a function; its answers go through the request's check, like a real one's. */
export function createStubJudge(replies: Record<string, Reply>): StubJudge {
  const requests: JudgeRequest<unknown>[] = [];
  return {
    id: 'stub',
    model: 'stub-1',
    families: [],
    requests,
    steps: () => requests.map((request) => request.step),
    async ask(request) {
      requests.push(request as JudgeRequest<unknown>);
      const reply = replies[request.step];
      if (reply === undefined) throw new Error(`the stub knows no ${request.step}`);
      const raw = reply(JSON.parse(request.user) as Material, request as JudgeRequest<unknown>);
      return {
        value: request.check(raw),
        usage: { prompt_tokens: 100, completion_tokens: 10, cached: false, calls: 1 },
        format: 'json_object',
      };
    },
  };
}

/** An embedder that looks vectors up by text. */
export function createStubEmbedder(vectors: Record<string, number[]>): Embedder & { readonly batches: string[][] } {
  const batches: string[][] = [];
  return {
    id: 'stub-embedder',
    model: 'stub-e',
    batches,
    async embed(texts) {
      batches.push([...texts]);
      return {
        vectors: texts.map((text) => vectors[text] ?? [1, 0]),
        usage: { prompt_tokens: 5, completion_tokens: 0, cached: false, calls: 1 },
      };
    },
  };
}

/** A reply that fails as a judge would. */
export function failWith(code: string, status: 'judge_error' | 'skipped' = 'judge_error'): Reply {
  return () => {
    throw new JudgeFailure({
      message: code,
      code,
      status,
      usage: { prompt_tokens: 7, completion_tokens: 3, cached: false, calls: 3 },
    });
  };
}

interface Numbered {
  i: number;
  text: string;
}

/** Verdicts that say yes to every statement but those that contain one of the words. */
export function verdictsExcept(...words: string[]): Reply {
  return (material) => ({
    verdicts: (material['statements'] as Numbered[]).map(({ i, text }) => {
      const refuted = words.some((word) => text.includes(word));
      return { i, why: refuted ? 'not in source' : '', ok: refuted ? 0 : 1 };
    }),
  });
}

/** Statements by text, committal unless the list is empty. */
export function statementsOf(byText: Record<string, string[]>): Reply {
  return (material) => {
    const statements = byText[material['text'] as string] ?? [];
    return { statements, noncommittal: statements.length === 0 ? 1 : 0 };
  };
}
