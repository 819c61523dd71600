/** Fields of a sample that a table's columns can fill. */
export type TableField =
  | 'query_id'
  | 'query_mode'
  | 'user_input'
  | 'answer'
  | 'reference'
  | 'contexts'
  | 'context_ids'
  | 'reference_contexts'
  | 'reference_doc_ids'
  | 'intent_l1'
  | 'intent_l2'
  | 'predicted_intent'
  | 'difficulty'
  | 'requires_rag'
  | 'should_refuse'
  | 'latency_ms'
  | 'latency_s'
  | 'first_token_ms'
  | 'final_status'
  | 'error'
  | 'tags';

/** Names under which programs and people write each field, the preferred ones first; compared folded. */
export const COLUMN_ALIASES: Readonly<Record<TableField, readonly string[]>> = {
  query_id: [
    'query_id',
    'case_id',
    'sample_id',
    'question_id',
    'example_id',
    'qid',
    'q_uid',
    'id',
    'uid',
    'uuid',
    '编号',
    '序号',
  ],
  query_mode: ['query_mode'],
  user_input: [
    'user_input',
    'question',
    'query',
    'input',
    'user_question',
    'user_query',
    'prompt',
    '问题',
    '提问',
    '用户问题',
  ],
  answer: [
    'response',
    'actual_output',
    'generated_answer',
    'model_answer',
    'llm_answer',
    'rag_answer',
    'system_answer',
    'predicted_answer',
    'prediction',
    'model_output',
    'model_response',
    'output',
    'generated',
    'answer',
    '回答',
    '模型回答',
    '系统回答',
  ],
  reference: [
    'reference',
    'ground_truth',
    'ground_truths',
    'expected_output',
    'expected_answer',
    'reference_answer',
    'gold_answer',
    'golden_answer',
    'correct_answer',
    'expected',
    'target',
    'gold',
    '参考答案',
    '标准答案',
  ],
  contexts: [
    'retrieved_contexts',
    'contexts',
    'retrieved_context',
    'retrieval_context',
    'retrieved_documents',
    'retrieved_docs',
    'retrieved_chunks',
    'source_documents',
    'context',
    '上下文',
    '检索内容',
    '召回内容',
  ],
  context_ids: ['retrieved_context_ids', 'retrieved_doc_ids', 'retrieved_document_ids', 'retrieved_ids'],
  reference_contexts: [
    'reference_contexts',
    'reference_context',
    'expected_contexts',
    'expected_context',
    'gold_contexts',
    'ground_truth_contexts',
    'ground_truth_context',
  ],
  reference_doc_ids: [
    'reference_doc_ids',
    'reference_context_ids',
    'relevant_doc_ids',
    'gold_doc_ids',
    'expected_doc_ids',
    'relevant_ids',
  ],
  intent_l1: ['intent_l1', '一级意图'],
  intent_l2: [
    'intent_l2',
    'category',
    'intent',
    'topic',
    'question_type',
    'synthesizer_name',
    'evolution_type',
    '二级意图',
    '分类',
    '类别',
  ],
  predicted_intent: ['predicted_intent', 'intent_pred'],
  difficulty: ['difficulty', '难度'],
  requires_rag: ['requires_rag'],
  should_refuse: ['should_refuse'],
  latency_ms: ['latency_ms', 'response_time_ms', 'duration_ms', 'elapsed_ms'],
  latency_s: ['latency_s', 'latency_sec', 'latency_seconds', 'response_time_s', 'duration_s', 'duration_seconds'],
  first_token_ms: ['first_token_ms', 'ttft_ms', 'time_to_first_token_ms'],
  final_status: ['final_status'],
  error: ['error', 'error_message', 'exception'],
  tags: ['tags'],
};

/** Column names compare without case, blanks and the ways to join words: `actualOutput`, `Actual Output` and `actual-output` are one. */
export function foldColumn(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1_$2')
    .trim()
    .toLowerCase()
    .replace(/[\s.\-/]+/g, '_');
}

const KNOWN = new Set(Object.values(COLUMN_ALIASES).flat());

/** True for a column name that any field goes by. */
export function isKnownColumn(name: string): boolean {
  return KNOWN.has(foldColumn(name));
}
