export function createBaseline(..._args: unknown[]): { compare: undefined; history: undefined } {
  return { compare: undefined, history: undefined };
}
