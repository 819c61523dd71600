/** The forms of a kebab-case name. Throws on another one. */
export function formsOf(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`${JSON.stringify(name)} is no name; write it in kebab-case, such as answer-length`);
  const words = name.split('-');
  const pascal = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
  const title = words.join(' ');
  return {
    kebab: name,
    snake: words.join('_'),
    camel: pascal[0].toLowerCase() + pascal.slice(1),
    pascal,
    title: title[0].toUpperCase() + title.slice(1),
  };
}
