/** Cuts a list into the fewest pages of at most `most` items, of lengths that differ by at most one; [] for an empty list. */
export function paginate<T>(items: readonly T[], most: number): T[][] {
  const pages = Math.ceil(items.length / most);
  const result: T[][] = [];
  let start = 0;
  for (let page = 0; page < pages; page += 1) {
    const end = start + Math.ceil((items.length - start) / (pages - page));
    result.push(items.slice(start, end));
    start = end;
  }
  return result;
}
