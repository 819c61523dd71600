export function openS3Workspace(_url: string, _env: unknown): never {
  throw new Error('x');
}
