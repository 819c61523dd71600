import path from 'node:path';
import type { ObjectStore } from '@reportcard/object-store';
import { createFileStore } from '@reportcard/object-store';
import { ReportcardError } from '@reportcard/report-schema';
import type { CliContext } from '../terminal/cli-context.ts';
import type { Flags } from '../verb.ts';
import { type LoadedConfig, loadConfig } from './load-config.ts';

/** A workspace with its configuration. */
export interface Workspace extends LoadedConfig {
  readonly store: ObjectStore;
  /** Folder of the workspace; null on an object store. */
  readonly root: string | null;
}

/** Opens the workspace a call means: `--dir`, else the configuration's folder, else the current one. */
export async function openWorkspace(flags: Flags, context: CliContext): Promise<Workspace> {
  const loaded = await loadConfig(flags, context);
  const dir = flags['dir'];
  if (typeof dir === 'string' && dir.includes('://'))
    return { ...loaded, store: await openUrl(dir, context), root: null };
  const root = typeof dir === 'string' ? path.resolve(context.cwd, dir) : loaded.folder;
  return { ...loaded, store: createFileStore(root), root };
}

async function openUrl(url: string, context: CliContext): Promise<ObjectStore> {
  if (!url.startsWith('s3://')) {
    throw new ReportcardError({
      code: 'usage',
      message: `--dir ${url} is no workspace`,
      expected: 'a folder or s3://bucket/prefix',
    });
  }
  const { openS3Workspace } = await import('./open-s3-workspace.ts');
  return openS3Workspace(url, context.env);
}
