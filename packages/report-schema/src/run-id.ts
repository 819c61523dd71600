import { ReportcardError } from './reportcard-error.ts';

const UNSAFE = /[\\/:*?"<>|]/;
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** Why `name` cannot be one safe path segment on every system; undefined when it can. */
export function findUnsafeName(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (UNSAFE.test(name)) return 'it holds one of / \\ : * ? " < > |';
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'it holds a control character';
  if (name === '.' || name.includes('..')) return 'it holds ..';
  if (/^[. ]|[. ]$/.test(name)) return 'it begins or ends with a dot or a blank';
  if (DEVICE.test(name)) return 'it is a device name on Windows';
  if (Buffer.byteLength(name) > 120) return 'it is longer than 120 bytes';
  return undefined;
}

/** Returns `runId` when it is a safe path segment; throws a `usage` error otherwise. */
export function parseRunId(runId: string): string {
  const why = findUnsafeName(runId);
  if (why === undefined) return runId;
  throw new ReportcardError({
    code: 'usage',
    message: `the run name ${JSON.stringify(runId)} cannot be used as a file name: ${why}`,
    expected: 'one path segment of at most 120 bytes, such as v1_20260601_143022',
    hint: 'choose another name with --name',
  });
}

/** `<label>_<YYYYMMDD>_<HHMMSS>` in local time. */
export function createRunId(label: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return parseRunId(`${label}_${day}_${time}`);
}
