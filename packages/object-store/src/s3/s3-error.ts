import { type ErrorCode, ReportcardError } from '@reportcard/report-schema';
import { S3Error, S3NetworkError, S3ServiceError } from 's3mini';

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const BY_STATUS: Readonly<Record<number, Explanation>> = {
  301: { code: 'unavailable', message: 'the bucket is in another region', hint: 'check region and endpoint' },
  400: {
    code: 'unavailable',
    message: 'the server refused the request',
    hint: 'check region, endpoint and the clock of this machine',
  },
  401: {
    code: 'unavailable',
    message: 'the server wants other credentials',
    hint: 'check the access key and the secret',
  },
  403: {
    code: 'unavailable',
    message: 'no permission for this object, or wrong credentials',
    hint: 'check the access key, the secret and the rights on the bucket',
  },
  404: { code: 'unavailable', message: 'there is no such bucket', hint: 'create it, or check its name' },
  429: {
    code: 'unavailable',
    message: 'the server is too busy',
    hint: 'try again later; what was stored before is kept',
  },
  503: {
    code: 'unavailable',
    message: 'the server is too busy',
    hint: 'try again later; what was stored before is kept',
  },
};

/** Turns what the S3 client throws into a ReportcardError; passes a ReportcardError through. Never holds credentials. */
export function explainS3Error(error: unknown, place: string): ReportcardError {
  if (error instanceof ReportcardError) return error;
  if (error instanceof S3ServiceError) {
    const known = BY_STATUS[error.status];
    const got = `${error.status} ${error.serviceCode ?? ''}`.trim();
    if (known !== undefined) return new ReportcardError({ ...known, file: place, got, cause: error });
    return new ReportcardError({
      code: 'unavailable',
      file: place,
      message: 'the S3 server answered with an error',
      got,
      hint: 'try again later',
      cause: error,
    });
  }
  const hint = 'check the endpoint and the network; what was stored before is kept';
  if (error instanceof S3NetworkError)
    return new ReportcardError({
      code: 'unavailable',
      file: place,
      message: 'the S3 server cannot be reached',
      got: error.code,
      hint,
      cause: error,
    });
  const message = error instanceof S3Error || error instanceof Error ? error.message : String(error);
  return new ReportcardError({
    code: 'unavailable',
    file: place,
    message: `the S3 server could not be used: ${message}`,
    hint,
    cause: error,
  });
}

/** The HTTP status of a failure; undefined when it is none of the service. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceError ? error.status : undefined;
}
