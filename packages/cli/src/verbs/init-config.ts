/** The commented configuration that `reportcard init` writes. */
export function createConfigText(language: 'zh' | 'en'): string {
  return language === 'zh' ? CHINESE : ENGLISH;
}

const ENGLISH = `import { defineConfig } from 'reportcard';

export default defineConfig({
  name: 'first',
  language: 'en',

  // The questions, one JSON object a line; \`reportcard schema case\` shows every field.
  // documents is only needed for systems that are built from them, such as the embedded demo.
  dataset: { cases: 'cases.jsonl', documents: 'documents.jsonl' },

  // The system under test. The embedded assistant runs without key, network or server.
  target: { kind: 'demo', language: 'en' },
  // Your own service instead:
  // target: {
  //   kind: 'http',
  //   chat: {
  //     url: 'http://localhost:8080/chat',
  //     headersEnv: { authorization: 'MY_SERVICE_TOKEN' }, // the NAME of an environment variable
  //     body: { question: '{{query}}' },
  //     response: 'json',
  //     map: { answer: 'answer', results: 'documents', result_text: 'text', document_id: 'id' },
  //   },
  // },

  run: { concurrency: 4 },

  // A model that grades the answers (faithfulness and the other RAGAS metrics); without one they are "not measured".
  judge: { kind: 'none' },
  // judge: { kind: 'openai-compatible', baseURL: 'http://localhost:11434/v1', model: 'qwen2.5:14b', apiKeyEnv: 'JUDGE_KEY' },
  // embedder: { kind: 'openai-compatible', baseURL: 'http://localhost:11434/v1', model: 'bge-m3', apiKeyEnv: 'JUDGE_KEY' },

  // What CI must hold; \`reportcard gate\` answers with its exit code: 0 pass, 1 fail, 3 too little was measured.
  // gate: { min: { 'hit@5': 0.8 }, max: { request_failure_rate: 0.05 } },
});
`;

const CHINESE = `import { defineConfig } from 'reportcard';

export default defineConfig({
  name: 'first',
  language: 'zh-CN',

  // 评测集：每行一个 JSON 对象；字段说明见 reportcard schema case。
  // 只有需要由文档构建的系统（例如内置演示助手）才要 documents。
  dataset: { cases: 'cases.jsonl', documents: 'documents.jsonl' },

  // 被测系统。内置演示助手不需要密钥、网络和服务。
  target: { kind: 'demo', language: 'zh' },
  // 换成自己的服务：
  // target: {
  //   kind: 'http',
  //   chat: {
  //     url: 'http://localhost:8080/chat',
  //     headersEnv: { authorization: 'MY_SERVICE_TOKEN' }, // 环境变量的名字，不是密钥本身
  //     body: { question: '{{query}}' },
  //     response: 'json',
  //     map: { answer: 'answer', results: 'documents', result_text: 'text', document_id: 'id' },
  //   },
  // },

  run: { concurrency: 4 },

  // 评审模型（忠实度等 RAGAS 指标）；没有评审模型时这些指标显示为“未测”。
  judge: { kind: 'none' },
  // judge: { kind: 'openai-compatible', baseURL: 'http://localhost:11434/v1', model: 'qwen2.5:14b', apiKeyEnv: 'JUDGE_KEY' },
  // embedder: { kind: 'openai-compatible', baseURL: 'http://localhost:11434/v1', model: 'bge-m3', apiKeyEnv: 'JUDGE_KEY' },

  // CI 的门禁；reportcard gate 用退出码回答：0 通过，1 不通过，3 测得太少。
  // gate: { min: { 'hit@5': 0.8 }, max: { request_failure_rate: 0.05 } },
});
`;
