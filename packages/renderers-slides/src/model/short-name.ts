/**
 * The name of a metric where it stands in a sentence: a Chinese name that ends in its usual Latin one goes by that
 * (`检索命中 Hit@5` → `Hit@5`); every other name stays as it is.
 */
export function shortName(label: string): string {
  return /^\p{Script=Han}+ (?<latin>[A-Z][\p{Script=Latin}\d@ ]*)$/u.exec(label)?.groups?.['latin'] ?? label;
}
