import { type ErrorCode, ReportcardError } from '@reportcard/report-schema';

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const LOCKED: Explanation = {
  code: 'path',
  message: 'the file is in use by another program',
  hint: 'close it there and try again',
};
const NO_PERMISSION: Explanation = {
  code: 'path',
  message: 'no permission to read or write here',
  hint: 'change the permissions, or choose another folder with --dir',
};
const DISK_FULL: Explanation = {
  code: 'unavailable',
  message: 'the disk is full',
  hint: 'free some space and run the command again; what was stored before is kept',
};
const IN_THE_WAY: Explanation = {
  code: 'path',
  message: 'a file stands where a folder is needed',
  hint: 'move it away, or choose another folder with --dir',
};
const TOO_MANY: Explanation = {
  code: 'unavailable',
  message: 'too many files are open',
  hint: 'raise the limit (ulimit -n) or lower --concurrency',
};

const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: { ...NO_PERMISSION, message: 'the file system is read-only' },
  EBUSY: LOCKED,
  ETXTBSY: LOCKED,
  ENOSPC: DISK_FULL,
  EDQUOT: { ...DISK_FULL, message: 'the disk quota is used up' },
  EISDIR: {
    code: 'path',
    message: 'this is a folder, not a file',
    hint: 'name the file inside it, or move the folder away',
  },
  ENOTEMPTY: { code: 'path', message: 'a folder stands where the file should go', hint: 'move the folder away' },
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  ENAMETOOLONG: {
    code: 'path',
    message: 'the file name is too long for this file system',
    hint: 'choose a shorter name',
  },
  ELOOP: { code: 'path', message: 'symbolic links lead in a circle', hint: 'remove the circle' },
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
};

/** The system's code of a thrown value, such as `ENOENT`; undefined when it carries none. */
export function systemCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Turns a system error of the file `file` into a ReportcardError with what to do; passes a ReportcardError through.
 * `replacing` says that a rename failed: on Windows a refusal then means that another program has the file open.
 */
export function explainFileError(error: unknown, file: string, replacing = false): ReportcardError {
  if (error instanceof ReportcardError) return error;
  const code = systemCode(error);
  const windowsLock = replacing && process.platform === 'win32' && (code === 'EPERM' || code === 'EACCES');
  const known = windowsLock ? LOCKED : code === undefined ? undefined : EXPLANATIONS[code];
  if (known !== undefined) return new ReportcardError({ ...known, file, got: code, cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new ReportcardError({
    code: 'unavailable',
    file,
    message: `the file could not be used: ${message}`,
    hint: 'check the disk and try again',
    cause: error,
  });
}
