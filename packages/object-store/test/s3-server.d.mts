export interface S3Server {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  stop(): Promise<void>;
}
export function findMissingPrograms(): Promise<string[]>;
export function startS3Server(): Promise<S3Server>;
