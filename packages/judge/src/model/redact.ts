/** Shorter values, such as the `EMPTY` or `ollama` that local servers want, are no secrets and would garble answers. */
const MIN_SECRET_LENGTH = 8;

/** A function that takes secrets out of a text: keys and header values of at least 8 characters become `[redacted]`. */
export function createRedactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const known = secrets
    .filter((secret): secret is string => secret !== undefined && secret.length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length);
  return (text) => known.reduce((result, secret) => result.replaceAll(secret, '[redacted]'), text);
}
