/** Texts of the page by key, places filled. */
export type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** Looks keys up in a catalogue; `<key>.one` is taken where `n` is 1. An unknown key gives itself. */
export function createTexts(catalogue: Readonly<Record<string, string>>): Texts {
  const lookUp = (key: string): string | undefined => (Object.hasOwn(catalogue, key) ? catalogue[key] : undefined);
  return (key, values = {}) => {
    const one = values['n'] === 1 ? lookUp(`${key}.one`) : undefined;
    const template = one ?? lookUp(key) ?? key;
    return template.replace(/\{(\w+)\}/g, (place, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : place,
    );
  };
}
