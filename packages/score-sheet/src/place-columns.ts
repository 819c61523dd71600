/**
 * The names of `wanted` and `kept` in the order a person left: `kept` stays as it is, and a wanted name it lacks goes
 * right behind the nearest wanted name before it that is there (at the start when there is none).
 */
export function placeColumns(wanted: readonly string[], kept: readonly string[]): string[] {
  const placed = [...kept];
  let previous = -1;
  for (const name of wanted) {
    const position = placed.indexOf(name);
    if (position >= 0) {
      previous = position;
      continue;
    }
    placed.splice(previous + 1, 0, name);
    previous++;
  }
  return placed;
}
