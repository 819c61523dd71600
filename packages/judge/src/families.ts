/** A model family with what its model names look like, after lower-casing. */
const FAMILIES: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['openai', /(?:^|[^a-z])(?:chatgpt|gpt(?=[-_.\d]|$)|davinci)|(?:^|\/)o[134](?![a-z\d])/],
  ['qwen', /qwen|(?:^|[^a-z])(?:qwq|qvq|tongyi)(?![a-z])/],
  ['deepseek', /deepseek/],
  ['zhipu', /(?:^|[^a-z])(?:chat)?glm(?![a-z])|zhipu|z-ai\//],
  ['moonshot', /moonshot|(?:^|[^a-z])kimi(?![a-z])/],
  ['doubao', /doubao|(?:^|[^a-z])(?:skylark|seed-oss)/],
  ['ernie', /(?:^|[^a-z])(?:ernie|wenxin)/],
  ['hunyuan', /hunyuan/],
  ['minimax', /minimax|(?:^|[^a-z])abab\d/],
  ['baichuan', /baichuan/],
  ['internlm', /internlm|(?:^|[^a-z])internvl/],
  ['yi', /(?:^|\/)yi-|01-ai/],
  ['stepfun', /stepfun|(?:^|\/)step-\d/],
  ['iflytek', /(?:^|[^a-z])(?:spark(?:desk)?|iflytek)(?![a-z])/],
  ['anthropic', /claude|anthropic/],
  ['google', /gemini|gemma|(?:^|[^a-z])palm-?2/],
  ['meta', /(?:^|[^o])llama|(?:^|[^a-z])vicuna/],
  ['mistral', /mi[sx]tral|(?:^|[^a-z])(?:codestral|magistral|devstral|pixtral)/],
  ['xai', /(?:^|[^a-z])grok(?![a-z])|(?:^|\/)x-?ai\//],
  ['cohere', /cohere|(?:^|[^a-z])(?:command-[ar]|c4ai|aya-)/],
  ['microsoft', /(?:^|[^a-z])phi-?\d/],
  ['nvidia', /nemotron/],
  ['ibm', /(?:^|[^a-z])granite/],
  ['amazon', /(?:^|[^a-z])nova-(?:micro|lite|pro|premier)|amazon\.titan/],
  ['ai21', /(?:^|[^a-z])jamba/],
];

/**
 * The families a model name belongs to, sorted: a distilled model belongs to two (`deepseek-r1-distill-qwen-7b` →
 * deepseek, qwen). Empty for a name the table does not know, which means unknown, not different.
 */
export function familiesOf(modelId: string): readonly string[] {
  const name = modelId.toLowerCase();
  return FAMILIES.filter(([, pattern]) => pattern.test(name))
    .map(([family]) => family)
    .sort();
}

/**
 * Whether two models share a family: true, false, or null where a family is unknown. Takes several names a side, such as
 * the configured and the served one; an unknown name among known ones does not hide what the others show.
 */
export function shareFamily(a: readonly string[], b: readonly string[]): boolean | null {
  const left = new Set(a.flatMap(familiesOf));
  const right = new Set(b.flatMap(familiesOf));
  if ([...left].some((family) => right.has(family))) return true;
  return left.size === 0 || right.size === 0 ? null : false;
}
