import type { ObjectStore } from '@reportcard/object-store';
import { createS3Store } from '@reportcard/object-store/s3';
import { ReportcardError } from '@reportcard/report-schema';

type Environment = Readonly<Record<string, string | undefined>>;

function required(env: Environment, name: string): string {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  throw new ReportcardError({
    code: 'config',
    message: `the environment variable ${name} is not set`,
    hint: 'a workspace on S3 needs AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and, outside AWS, AWS_ENDPOINT_URL',
  });
}

/** A workspace in a bucket: `s3://bucket/prefix`, with endpoint, region and credentials from the usual environment variables. */
export function openS3Workspace(url: string, env: Environment): ObjectStore {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(url) ?? [];
  if (bucket === undefined)
    throw new ReportcardError({
      code: 'usage',
      message: `--dir ${url} is no workspace`,
      expected: 's3://bucket/prefix',
    });
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  return createS3Store({
    endpoint: env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'] ?? `https://s3.${region}.amazonaws.com`,
    bucket,
    ...(prefix === undefined || prefix === '' ? {} : { prefix }),
    region,
    accessKeyId: required(env, 'AWS_ACCESS_KEY_ID'),
    secretAccessKey: required(env, 'AWS_SECRET_ACCESS_KEY'),
  });
}
