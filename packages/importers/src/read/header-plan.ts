import type { RepairLog } from '../importer.ts';

/** Which name each column goes under; null for one that is left out. */
export interface HeaderPlan {
  readonly names: readonly (string | null)[];
}

/** The header a data frame writes for its row numbers: nothing, or what a second saving made of it. */
const INDEX_HEADER = /^(|unnamed: 0(\.\d+)*)$/i;

function isIndex(header: readonly string[], first: readonly unknown[]): boolean {
  return INDEX_HEADER.test((header[0] ?? '').trim()) && /^\d+$/.test(String(first[0] ?? '').trim());
}

/**
 * Names the columns of a table: trimmed, doubled names numbered, nameless ones called `column_3`. A nameless first
 * column of row numbers is left out. All of that is told.
 */
export function planHeader(header: readonly string[], firstRow: readonly unknown[], repairs: RepairLog): HeaderPlan {
  const used = new Set<string>();
  const names = header.map((raw, index): string | null => {
    const name = raw.replace(/^\ufeff/, '').trim();
    if (index === 0 && isIndex(header, firstRow)) {
      repairs.add('index_column', 'the nameless first column holds row numbers and was left out');
      return null;
    }
    if (name === '') repairs.add('unnamed_column', 'columns without a name were named by their position');
    const wanted = name === '' ? `column_${index + 1}` : name;
    let unique = wanted;
    for (let copy = 2; used.has(unique); copy++) unique = `${wanted}_${copy}`;
    if (unique !== wanted) repairs.add('doubled_column', `a column name stands twice: ${JSON.stringify(wanted)}`);
    used.add(unique);
    return unique;
  });
  return { names };
}
