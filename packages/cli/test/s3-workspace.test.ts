import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createS3Store } from '@reportcard/object-store/s3';
import { S3mini } from 's3mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMissingPrograms, type S3Server, startS3Server } from '../../object-store/test/s3-server.mjs';
import { callCli, createFolder } from './call-cli.ts';

const missing = await findMissingPrograms();
const mustRun = process.env['CI'] === 'true';
const why = `skipped: ${missing.join(', ')} not installed (packages in packages/object-store/test/APT.txt)`;
const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/ragent');
const ARTEFACTS = ['_scores.json', 'report.md', 'per_sample.csv', 'failures.jsonl', 'slides.html'];

let server: S3Server | undefined;

describe.skipIf(missing.length > 0 && !mustRun)(
  missing.length > 0 ? `a workspace on S3 (${why})` : 'a workspace on S3',
  () => {
    beforeAll(async () => {
      expect(missing, 'programs of the S3 server').toEqual([]);
      server = await startS3Server();
    }, 120_000);
    afterAll(async () => server?.stop());

    it('gives the same artefacts as a folder', async () => {
      if (server === undefined) throw new Error('no S3 server');
      const { endpoint, accessKeyId, secretAccessKey } = server;
      await new S3mini({
        endpoint: `${endpoint}/team`,
        accessKeyId,
        secretAccessKey,
        region: 'default',
      }).createBucket();
      const env = {
        AWS_ENDPOINT_URL: endpoint,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      };
      const cwd = createFolder();
      mkdirSync(path.join(cwd, 'local'));
      for (const dir of ['local', 's3://team/eval']) {
        const calls = [
          [
            'import',
            'ragent',
            path.join(FIXTURES, 'run20.jsonl'),
            '--scores',
            path.join(FIXTURES, 'run20_scores.json'),
            '--name',
            'r',
          ],
          ['score', 'r', '--profile', 'ragent'],
          ['report', 'r', '--lang', 'en'],
        ];
        for (const args of calls)
          expect(await callCli([...args, '--dir', dir, '--json'], { cwd, env })).toMatchObject({ code: 0 });
      }
      const store = createS3Store({ endpoint, bucket: 'team', prefix: 'eval', accessKeyId, secretAccessKey });
      for (const name of ARTEFACTS) {
        const there = Buffer.from((await store.get(`reports/r/${name}`)) ?? new Uint8Array());
        expect(there.equals(readFileSync(path.join(cwd, 'local/reports/r', name))), name).toBe(true);
      }
      expect((await callCli(['gate', 'r', '--dir', 's3://team/eval', '--min', 'hit@5=0.9'], { cwd, env })).code).toBe(
        0,
      );
    }, 180_000);
  },
);
