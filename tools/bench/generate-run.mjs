import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { createRandom, pick } from './random.mjs';

const L1 = ['售前咨询', '售后服务', '账户与支付'];
const L2 = [
  ['S1_选购推荐', 'S2_参数对比', 'S3_库存与到货', 'S4_优惠活动', 'S5_配件适配'],
  ['A1_退换货', 'A2_保修政策', 'A3_故障排查', 'A4_物流查询', 'A5_安装指导'],
  ['P1_发票', 'P2_支付失败', 'P3_会员积分', 'P4_账号安全'],
];
const DIFFICULTIES = ['easy', 'medium', 'hard'];
const WORDS = (
  '这款 耳机 支持 主动降噪 续航 三十小时 充电 十分钟 可用 五小时 保修期 为 十二个月 退货 须在 签收后 七天内 申请 ' +
  '客服 会在 一个工作日内 回复 订单 发货 之后 可以 在线 查询 物流 进度 会员 积分 每年 年底 清零 发票 默认 电子 形式 ' +
  '屏幕 分辨率 蓝牙 版本 重量 克 价格 元 优惠券 满减 活动 叠加 使用 说明 配件 适配器 接口 型号 库存 到货 预计'
).split(' ');

function sentence(random, words) {
  let text = '';
  for (let i = 0; i < words; i++) text += pick(random, WORDS);
  return `${text}。`;
}

/** Texts made once; samples share them, so that generating costs little and files keep a realistic size. */
function createPassages(random, count) {
  return Array.from({ length: count }, () => sentence(random, 18 + Math.floor(random() * 16)));
}

function timing(random, median) {
  const spread = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(median * Math.exp(0.45 * spread) * 10) / 10;
}

function ranking(random, wanted, documents) {
  const ids = Array.from({ length: 8 }, () => `doc_${String(Math.floor(random() * documents)).padStart(5, '0')}`);
  for (const id of wanted) if (random() < 0.72) ids[Math.floor(random() ** 2 * ids.length)] = id;
  return ids;
}

/** The record of one sample: Chinese texts, five results, realistic gaps. */
export function createRecord(random, index, passages) {
  const first = Math.floor(random() ** 1.4 * L1.length);
  const second = pick(random, L2[first]);
  const refuse = random() < 0.06;
  const rag = refuse || random() < 0.92;
  const wanted = rag && !refuse ? Array.from({ length: 1 + Math.floor(random() * 3) }, () => docId(random)) : [];
  const failed = random() < 0.015;
  const refused = !failed && random() < (refuse ? 0.8 : 0.03);
  const ids = failed ? [] : ranking(random, wanted, DOCUMENTS);
  const answer = failed ? null : refused ? '抱歉，没有找到相关信息。' : pick(random, passages);
  return {
    schema_version: 1,
    query_id: `q${String(index).padStart(7, '0')}`,
    query_mode: 'default',
    unit_id: null,
    pass: 0,
    knowledge_base_name: 'shop',
    user_input: sentence(random, 8 + Math.floor(random() * 8)),
    reference: refuse ? null : pick(random, passages),
    reference_answers: [],
    reference_doc_ids: [...new Set(wanted)],
    reference_doc_ids_nice: [],
    reference_contexts: [],
    evidence: [],
    intent_l1: L1[first],
    intent_l2: random() < 0.01 ? null : second,
    difficulty: random() < 0.05 ? null : pick(random, DIFFICULTIES),
    requires_rag: rag,
    should_refuse: refuse,
    labels: {},
    predicted_intent: random() < 0.08 ? null : random() < 0.85 ? second : pick(random, L2[0]),
    response: failed
      ? null
      : {
          mode: 'default',
          results: ids.map((id, rank) => ({
            id: `${id}#${rank}`,
            text: rank < 5 ? pick(random, passages) : null,
            score: Math.round((9 - rank + random()) * 1000) / 1000,
            kind: 'chunk',
            source: { document_id: id },
            metadata: {},
          })),
          answer,
          citations: [],
          trace: [],
          metadata: {},
        },
    not_recorded: [],
    first_token_ms: failed || random() < 0.03 ? null : timing(random, 900),
    latency_ms: failed ? null : timing(random, 4200),
    final_status: failed ? pick(random, ['error', 'timeout']) : refused ? 'refused' : 'success',
    error: failed ? { message: 'upstream timed out', error_type: 'timeout', retryable: true, metadata: {} } : null,
    attempts: 1,
    started_at: '2026-06-01T06:30:22.104Z',
    usage: null,
    metadata: {},
  };
}

const DOCUMENTS = 20000;

function docId(random) {
  return `doc_${String(Math.floor(random() * DOCUMENTS)).padStart(5, '0')}`;
}

/** Yields the lines of a run file of `samples` samples. */
export function* generateLines(samples, seed = 7) {
  const random = createRandom(seed);
  const passages = createPassages(random, 4000);
  for (let i = 0; i < samples; i++) yield `${JSON.stringify(createRecord(random, i, passages))}\n`;
}

/** Writes `runs/<name>.jsonl` and its meta file into a workspace and returns the path of the run file. */
export async function writeRun(workspace, name, samples, seed = 7) {
  mkdirSync(path.join(workspace, 'runs'), { recursive: true });
  const file = path.join(workspace, 'runs', `${name}.jsonl`);
  const out = createWriteStream(file);
  let piece = '';
  for (const line of generateLines(samples, seed)) {
    piece += line;
    if (piece.length < 1 << 20) continue;
    if (!out.write(piece)) await new Promise((resolve) => out.once('drain', resolve));
    piece = '';
  }
  out.end(piece);
  await finished(out);
  const meta = {
    schema_version: 1,
    run_id: name,
    dataset: { name: 'shop', version: null, sha256: null, n_samples: samples },
    benchmark: null,
    recipe_manifest: null,
    knowledge_base_manifests: [],
    query_modes: ['default'],
    run_units: [],
    l2_key: 'l2',
    runner: {},
    fingerprint: null,
    environment: {},
    recorded_at: '2026-06-01T06:30:22.104Z',
    imported_at: null,
    finished_at: '2026-06-01T07:30:22.104Z',
    status: {},
    sut_model: null,
    warnings: [],
    metadata: {},
  };
  writeFileSync(path.join(workspace, 'runs', `${name}.meta.json`), `${JSON.stringify(meta, null, 2)}\n`);
  return file;
}
