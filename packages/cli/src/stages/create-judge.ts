export function createConfiguredJudge(..._args: unknown[]): never {
  throw new Error('x');
}
