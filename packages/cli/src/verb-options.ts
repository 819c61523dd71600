import { decimal, list, oneOf, partOf, repeated, wholeNumber } from './option-parsers.ts';
import type { VerbOption } from './verb.ts';

export const PROFILE: VerbOption = {
  flags: '--profile <name>',
  description: 'conventions of the numbers: default, trec, ragent (default: those of the last scoring)',
  parse: oneOf('--profile', ['default', 'trec', 'ragent']),
};
export const LANG: VerbOption = {
  flags: '--lang <language>',
  description: 'language of the pages: zh or en',
  parse: oneOf('--lang', ['zh', 'zh-CN', 'en']),
};

export const RUN_OPTIONS: readonly VerbOption[] = [
  { flags: '--name <run>', description: 'name of the run (default: <label>_<date>_<time>)' },
  { flags: '--resume [run]', description: 'record only what is missing of an interrupted run (default: the newest)' },
  { flags: '--retry-errors', description: 'with --resume: ask again where the last answer was an error' },
  { flags: '--limit <n>', description: 'record only the first n cases', parse: wholeNumber('--limit', 1) },
  {
    flags: '--shard <part>',
    description: 'record only this part of the cases, such as 2/4; merge puts the parts together',
    parse: partOf('--shard'),
  },
  { flags: '--concurrency <n>', description: 'requests at a time', parse: wholeNumber('--concurrency', 1) },
  { flags: '--passes <n>', description: 'record every case n times', parse: wholeNumber('--passes', 1) },
  {
    flags: '--download',
    description: 'fetch the files of the benchmark that its folder lacks; nothing is fetched without it',
  },
];
export const SCORE_OPTIONS: readonly VerbOption[] = [
  PROFILE,
  {
    flags: '--judge <kind>',
    description: 'none, lexical, replay or openai-compatible (default: as configured)',
    parse: oneOf('--judge', ['none', 'lexical', 'replay', 'openai-compatible']),
  },
  { flags: '--only <metrics>', description: 'judge only these metrics; ragas stands for all five', parse: list },
  { flags: '--refresh', description: 'ask the judge again even where nothing changed' },
  { flags: '--repeats <n>', description: 'independent judge passes', parse: wholeNumber('--repeats', 1) },
  {
    flags: '--budget <limit>',
    description: 'stop before this is exceeded: 500calls, 200000tokens, 3.5money; may be repeated',
    parse: repeated,
  },
  { flags: '--yes', description: 'start although the estimate is above the budget' },
  { flags: '--as <name>', description: 'keep these scores beside the others, as <run>.<name>' },
  { flags: '--strict-family', description: 'refuse a judge of the same model family as the system under test' },
  {
    flags: '--cache <mode>',
    description: 'judge cache: read (default), off or refresh',
    parse: oneOf('--cache', ['read', 'off', 'refresh']),
  },
  {
    flags: '--record-judge <file>',
    description: 'also record all judge answers in this file of the workspace, for judge kind replay',
  },
];
export const REPORT_OPTIONS: readonly VerbOption[] = [
  {
    flags: '--renderer <names>',
    description: 'md, csv, jsonl, slides or a package name, separated by commas',
    parse: list,
  },
  LANG,
  { flags: '--baseline <run>', description: 'compare with this run; previous stands for the newest earlier one' },
  { flags: '--force', description: 'compare in spite of different judges, profiles or few pairs' },
  { flags: '--redact', description: 'ids and lengths instead of texts, in every artefact' },
  { flags: '--open', description: 'open slides.html afterwards' },
];
export const GATE_OPTIONS: readonly VerbOption[] = [
  {
    flags: '--min <rule>',
    description: 'such as hit@5=0.9 or "hit@5@l2:S1_选购推荐=0.6"; may be repeated',
    parse: repeated,
  },
  {
    flags: '--max <rule>',
    description: 'such as ttft_p50_ms=3000 or failure_rate=0.2; may be repeated',
    parse: repeated,
  },
  { flags: '--max-drop <rule>', description: 'largest loss against the baseline, such as hit@5=0.03', parse: repeated },
  { flags: '--not-worse <metric>', description: 'fail when significantly worse than the baseline', parse: repeated },
  {
    flags: '--min-coverage <share>',
    description: 'below this a rule is inconclusive (default 0.95)',
    parse: decimal('--min-coverage', 0),
  },
  {
    flags: '--noise <basis>',
    description: 'what is judged: value (default), interval or significance',
    parse: oneOf('--noise', ['value', 'interval', 'significance']),
  },
  { flags: '--allow-lexical', description: 'allow rules on lexical metrics' },
  { flags: '--junit <file>', description: 'also write JUnit XML' },
  { flags: '--markdown <file>', description: 'also write a Markdown comment' },
];
export const QUEUE: VerbOption = {
  flags: '--queue <address>',
  description: 'have the work done by workers: redis://HOST:PORT (start them with: reportcard worker)',
};
export const DRY_RUN: VerbOption = {
  flags: '--dry-run',
  description: 'say what would be done and what it would cost; do nothing',
};
