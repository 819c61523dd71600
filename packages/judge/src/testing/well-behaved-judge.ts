import { completionBody, type LoopbackReply, rejectWith } from './loopback-reply.ts';

interface Numbered {
  readonly i: number;
  readonly text: string;
}

type Material = Readonly<Record<string, unknown>>;

function readNumbered(value: unknown): readonly Numbered[] {
  return Array.isArray(value) ? (value as Numbered[]) : [];
}

function readString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Character pairs of a text without white space and punctuation. */
function pairs(text: string): Set<string> {
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return new Set(Array.from({ length: Math.max(plain.length - 1, 0) }, (_, index) => plain.slice(index, index + 2)));
}

/** Whether at least half of a statement stands in a text. */
function isSupported(statement: string, text: string): 0 | 1 {
  const wanted = pairs(statement);
  const found = pairs(text);
  return [...wanted].filter((pair) => found.has(pair)).length * 2 >= wanted.size && wanted.size > 0 ? 1 : 0;
}

function verdict(statement: string, text: string): { why: string; ok: 0 | 1 } {
  const ok = isSupported(statement, text);
  return { why: ok === 1 ? '' : 'not in the material', ok };
}

function usefulness(context: string, reference: string): { why: string; useful: 0 | 1 } {
  const useful = isSupported(reference, context);
  return { why: useful === 1 ? 'holds the answer' : 'another topic', useful };
}

function splitSentences(text: string): string[] {
  const sentences = text
    .split(/(?<=[。！？!?；;])|(?<=\.)\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  return sentences.length === 0 ? [text] : sentences;
}

function flags(list: readonly Numbered[], others: readonly Numbered[]): { i: number; ok: 0 | 1 }[] {
  const text = others.map((other) => other.text).join('\n');
  return list.map(({ i, text: statement }) => ({ i, ok: isSupported(statement, text) }));
}

interface StepAnswer {
  /** Keys of the material that tell the step. */
  readonly keys: readonly string[];
  readonly answer: (material: Material) => unknown;
}

const STEPS: readonly StepAnswer[] = [
  {
    keys: ['premise', 'statements'],
    answer: ({ premise, statements }) => ({
      verdicts: readNumbered(statements).map(({ i, text }) => ({ i, ...verdict(text, readString(premise)) })),
    }),
  },
  {
    keys: ['contexts', 'reference'],
    answer: ({ contexts, reference }) => ({
      contexts: readNumbered(contexts).map(({ i, text }) => ({ i, ...usefulness(text, readString(reference)) })),
    }),
  },
  {
    keys: ['context', 'reference'],
    answer: ({ context, reference }) => usefulness(readString(context), readString(reference)),
  },
  {
    keys: ['answer', 'reference'],
    answer: ({ answer, reference }) => ({
      answer: flags(readNumbered(answer), readNumbered(reference)),
      reference: flags(readNumbered(reference), readNumbered(answer)),
    }),
  },
  {
    keys: ['question', 'text'],
    answer: ({ text }) => ({ statements: splitSentences(readString(text)), noncommittal: 0 }),
  },
  {
    keys: ['response'],
    answer: ({ response }) => ({ question: `${readString(response).slice(0, 40)}?`, noncommittal: 0 }),
  },
];

function readMaterial(body: Readonly<Record<string, unknown>>): Material | null {
  const messages = Array.isArray(body['messages']) ? (body['messages'] as { role: string; content: string }[]) : [];
  const user = messages.find(({ role }) => role === 'user');
  try {
    return JSON.parse(user?.content ?? '') as Material;
  } catch {
    // Not one of our requests: the caller answers 400.
    return null;
  }
}

/** The answer of the well-behaved judge to a chat request; undefined when it is none of the five steps. */
export function findStepAnswer(body: Readonly<Record<string, unknown>>): unknown {
  const material = readMaterial(body);
  if (material === null) return undefined;
  return STEPS.find(({ keys }) => keys.every((key) => Object.hasOwn(material, key)))?.answer(material);
}

/** Answers a chat request as a well-behaved judge: by word overlap, always the same. */
export function answerStep(body: Readonly<Record<string, unknown>>): LoopbackReply {
  const answer = findStepAnswer(body);
  if (answer === undefined) return rejectWith(400, 'this is none of the five judge steps');
  const content = JSON.stringify(answer);
  const prompt_tokens = Math.ceil(JSON.stringify(body['messages']).length / 4);
  const usage = { prompt_tokens, completion_tokens: Math.ceil(content.length / 4) };
  return { body: completionBody({ content, usage, model: readString(body['model']) }) };
}
