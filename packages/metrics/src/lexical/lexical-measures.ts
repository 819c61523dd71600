import { averagePrecision } from '../ragas/formulas.ts';
import { findNumbers, normaliseText, splitUnits } from './lexical-units.ts';
import { splitSentences } from './split-sentences.ts';

/** What a premise offers to be compared with. */
export interface Premise {
  readonly units: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
}

/** From this coverage of the reference a context counts as useful. */
const USEFUL_FROM = 0.4;
const UNIT_WEIGHT = 0.75;

/** The units and numbers of several texts together. */
export function createPremise(texts: readonly string[]): Premise {
  const units = new Set<string>();
  const numbers = new Set<string>();
  for (const text of texts) {
    const normalised = normaliseText(text);
    for (const unit of splitUnits(normalised)) units.add(unit);
    for (const number of findNumbers(normalised)) numbers.add(number);
  }
  return { units, numbers };
}

/** Share of the distinct units of a normalised text that the premise has, in [0, 1]; 0 for a text without units. */
export function computeCoverage(text: string, premise: Premise): number {
  const units = new Set(splitUnits(text));
  let found = 0;
  for (const unit of units) if (premise.units.has(unit)) found += 1;
  return units.size === 0 ? 0 : found / units.size;
}

function computeSupport(sentence: string, premise: Premise): number {
  for (const number of findNumbers(sentence)) if (!premise.numbers.has(number)) return 0;
  return computeCoverage(sentence, premise);
}

/** Mean support of the sentences of a text by a premise; a sentence with a number the premise lacks has 0; null without sentences. */
export function computeMeanSupport(text: string, premise: Premise): number | null {
  const sentences = splitSentences(normaliseText(text));
  if (sentences.length === 0) return null;
  return sentences.reduce((sum, sentence) => sum + computeSupport(sentence, premise), 0) / sentences.length;
}

function countUnits(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const unit of splitUnits(normaliseText(text))) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return counts;
}

function sumSquares(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return sum;
}

/** 0.75 · F1 of the distinct units + 0.25 · cosine of the unit counts, in [0, 1]; null when a side has no units. */
export function computeTextSimilarity(response: string, reference: string): number | null {
  const a = countUnits(response);
  const b = countUnits(reference);
  if (a.size === 0 || b.size === 0) return null;
  let shared = 0;
  let dot = 0;
  for (const [unit, count] of a) {
    const other = b.get(unit);
    if (other === undefined) continue;
    shared += 1;
    dot += count * other;
  }
  const f1 = (2 * shared) / (a.size + b.size);
  const cos = dot / Math.sqrt(sumSquares(a) * sumSquares(b));
  return Math.min(1, UNIT_WEIGHT * f1 + (1 - UNIT_WEIGHT) * cos);
}

/** Average precision of the contexts, useful meaning that one covers at least 0.4 of the reference's units; null without units. */
export function computeContextPrecision(contexts: readonly string[], reference: string): number | null {
  const text = normaliseText(reference);
  if (splitUnits(text).length === 0) return null;
  const useful = contexts.map((context) => (computeCoverage(text, createPremise([context])) >= USEFUL_FROM ? 1 : 0));
  return averagePrecision(useful).value;
}
