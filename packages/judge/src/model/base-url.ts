import { ReportcardError } from '@reportcard/report-schema';

function fault(path: string, message: string, hint?: string): ReportcardError {
  return new ReportcardError({
    code: 'config',
    path: `${path}.baseURL`,
    message,
    expected: 'an address such as https://api.deepseek.com or http://localhost:11434/v1',
    hint,
  });
}

/**
 * Checks the address of an OpenAI-compatible server and drops a trailing slash. There is no default host: without an
 * address private text could go to a vendor nobody meant. Throws `config` errors, which never repeat the address.
 */
export function parseBaseURL(value: string | undefined, path: string): string {
  if (value === undefined || value.trim() === '') throw fault(path, 'no address is configured');
  if (!URL.canParse(value)) throw fault(path, 'this is no URL');
  const url = new URL(value);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fault(path, 'only http and https can be used');
  if (url.username !== '' || url.password !== '')
    throw fault(path, 'the address holds credentials', 'name an environment variable in apiKeyEnv or headersEnv');
  if (url.search !== '' || url.hash !== '')
    throw fault(path, 'the address has a query or a fragment', 'send further parameters with extraBody');
  return url.href.replace(/\/+$/, '');
}

/** Host and path of an address, for names and cache keys. */
export function hostOf(baseURL: string): string {
  const { host, pathname } = new URL(baseURL);
  return `${host}${pathname.replace(/\/+$/, '')}`;
}
