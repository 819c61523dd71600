import { hash } from 'node:crypto';

/** JSON with sorted keys and no white space: one text for equal values. `undefined` members are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    let text = '{';
    for (const key of Object.keys(value).sort()) {
      const member: unknown = (value as Readonly<Record<string, unknown>>)[key];
      if (member !== undefined) text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
    }
    return `${text}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** SHA-256 of a text (UTF-8) or of bytes, 64 lower-case hex digits. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}
