import type { JudgeRequest } from '@reportcard/report-schema';
import type { ChatMessage } from '../model/chat-model.ts';

/** A bad reply is shown again up to this length; more of it would not help. */
const BAD_REPLY_LIMIT = 4000;

/** What a request says on every rung: the task, and the schema in words, since not every server enforces one. */
export function composeMessages(request: Pick<JudgeRequest<unknown>, 'system' | 'user' | 'schema'>): ChatMessage[] {
  return [
    { role: 'system', content: `${request.system}\n\nJSON Schema: ${JSON.stringify(request.schema)}` },
    { role: 'user', content: request.user },
  ];
}

/** The repair turn: the bad reply, why it cannot be used, and the wish for corrected JSON only. */
export function composeRepair(first: readonly ChatMessage[], badReply: string, reason: string): ChatMessage[] {
  const shown = badReply.trim() === '' ? '(empty)' : badReply.slice(0, BAD_REPLY_LIMIT);
  return [
    ...first,
    { role: 'assistant', content: shown },
    {
      role: 'user',
      content: `This answer cannot be used: ${reason}. Reply with the corrected JSON object only, for the same task and schema.`,
    },
  ];
}
