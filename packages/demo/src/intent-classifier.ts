import { tokenizeText } from './tokenize.ts';

/** Example questions of one intent. */
export interface IntentExamples {
  readonly intent_l2: string;
  readonly examples: readonly string[];
}

/** A guessed intent. */
export interface IntentGuess {
  readonly intent: string;
  /** Posterior probability of the guess, 0 to 1. */
  readonly confidence: number;
}

interface IntentModel {
  readonly intent: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Terms for guessing an intent: search terms and single Han characters, as questions are short. */
function listFeatures(text: string): string[] {
  return [...tokenizeText(text), ...(text.match(/\p{Script=Han}/gu) ?? [])];
}

function countFeatures(intent: IntentExamples): IntentModel {
  const counts = new Map<string, number>();
  let total = 0;
  for (const feature of intent.examples.flatMap(listFeatures)) {
    counts.set(feature, (counts.get(feature) ?? 0) + 1);
    total += 1;
  }
  return { intent: intent.intent_l2, counts, total };
}

/**
 * Learns a multinomial naive Bayes classifier with add-`smoothing` estimates and equal priors
 * (Manning, Raghavan, Schütze: Introduction to Information Retrieval, ch. 13.2).
 * The result guesses null for a text that shares no term with any example, and when there are no examples.
 */
export function trainIntentClassifier(
  intents: readonly IntentExamples[],
  smoothing = 0.3,
): (text: string) => IntentGuess | null {
  const models = intents.map(countFeatures);
  const vocabulary = new Set(models.flatMap((model) => [...model.counts.keys()]));
  return (text) => {
    const features = listFeatures(text).filter((feature) => vocabulary.has(feature));
    if (features.length === 0) return null;
    const logs = models.map((model) => {
      const denominator = Math.log(model.total + smoothing * vocabulary.size);
      return features.reduce(
        (sum, feature) => sum + Math.log((model.counts.get(feature) ?? 0) + smoothing) - denominator,
        0,
      );
    });
    const best = logs.reduce((top, value, index) => (value > (logs[top] ?? Number.NEGATIVE_INFINITY) ? index : top), 0);
    const model = models[best];
    if (model === undefined) return null;
    const peak = logs[best] ?? 0;
    return { intent: model.intent, confidence: 1 / logs.reduce((sum, value) => sum + Math.exp(value - peak), 0) };
  };
}
