import { BENCHMARK_FORMATS } from '@reportcard/benchmarks';
import { createDemoRecipe, type DemoRecipeOptions } from '@reportcard/demo';
import type { Config, DemoTarget } from '@reportcard/report-schema';
import type { Recipe } from '@reportcard/runner';

type Settings = NonNullable<DemoRecipeOptions['settings']>;

/** Settings of the configuration under the recipe's names; those left out stay as they are. */
function settingsOf({ settings = {} }: DemoTarget): Settings {
  const named: { readonly [Name in keyof Settings]: Settings[Name] | undefined } = {
    chunk_characters: settings.chunkCharacters,
    top_k: settings.topK,
    answer_passages: settings.answerPassages,
    answer_sentences: settings.answerSentences,
    name_boost: settings.nameBoost,
    min_coverage: settings.minCoverage,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/**
 * The embedded recipe. Over a published benchmark it is plain retrieval with quoted answers: a shop's intents say nothing
 * there, and how much of a question a passage must hold depends on the corpus, so nothing is declined unless the settings
 * say from where on.
 */
export function openDemoTarget(target: DemoTarget, benchmark: Config['benchmark']): Recipe {
  const settings = settingsOf(target);
  if (benchmark === undefined)
    return createDemoRecipe({ language: target.language ?? 'zh', name: target.name, settings });
  const format = BENCHMARK_FORMATS.find((candidate) => candidate.format === benchmark.format);
  const known = format?.language?.(benchmark.split ?? format.splits[0] ?? '') ?? 'en';
  return createDemoRecipe({
    language: target.language ?? known,
    name: target.name ?? 'bm25',
    intents: [],
    settings: { min_coverage: 0, ...settings },
  });
}
