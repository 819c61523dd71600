export { PART_INTERVAL_MS } from './s3-appender.ts';
export type { S3Options } from './s3-client.ts';
export { createS3Store } from './s3-store.ts';
