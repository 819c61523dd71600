import { FLOORS } from '../floors.mjs';

/** Packages that the floor table of the architecture page has on another floor than the code, or not at all. */
export function checkFloorsPage(markdown) {
  const rows = [...markdown.matchAll(/^\| L(\d) +\|(.*)\|$/gm)].map(([, layer, cells]) => [Number(layer), cells]);
  const listed = new Map(
    rows.flatMap(([layer, cells]) => [...cells.matchAll(/`([a-z-]+)`/g)].map(([, name]) => [name, layer])),
  );
  const wrong = Object.entries(FLOORS).filter(([name, { layer }]) => listed.get(name) !== layer);
  const gone = [...listed.keys()].filter((name) => FLOORS[name] === undefined);
  return [
    ...wrong.map(([name, { layer }]) => `${name} is on floor ${layer}, the page says ${listed.get(name) ?? 'nothing'}`),
    ...gone.map((name) => `there is no package ${name}`),
  ];
}
