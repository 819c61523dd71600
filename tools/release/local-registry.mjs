import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

const VERSION = '6.8.0';

/** A port nobody listens on at the moment. */
async function findPort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function installServer(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "overrides": { "node-fetch": "2.7.0" } }\n');
  const args = ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', `verdaccio@${VERSION}`];
  const child = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${child.status}:\n${child.stderr}`);
}

/** Our names are only ever local; everything else comes from the registry that npm is configured with. */
function writeConfig(folder) {
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], { cwd: folder, encoding: 'utf8' }).stdout.trim();
  const config = {
    storage: path.join(folder, 'storage'),
    web: { enable: false },
    publish: { allow_offline: true },
    uplinks: { upstream: { url: upstream, max_fails: 20, timeout: '60s' } },
    packages: {
      '@reportcard/*': { access: '$all', publish: '$all', unpublish: '$all' },
      reportcard: { access: '$all', publish: '$all', unpublish: '$all' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  };
  const file = path.join(folder, 'config.yaml');
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}

async function waitForServer(url, child, logFile) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}-/ping`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  child.kill();
  throw new Error(`the local registry did not start:\n${readFileSync(logFile, 'utf8')}`);
}

/**
 * Installs and starts a registry of its own on the loopback address. Returns `{ url, env, stop }`; with `env` npm reads
 * from it and publishes to it, with a configuration and a cache of its own.
 */
export async function startRegistry(folder) {
  installServer(folder);
  const config = writeConfig(folder);
  const port = await findPort();
  const url = `http://127.0.0.1:${port}/`;
  const logFile = path.join(folder, 'registry.log');
  const log = openSync(logFile, 'w');
  const script = path.join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const child = spawn(process.execPath, [script, '--config', config, '--listen', `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ['ignore', log, log],
  });
  await waitForServer(url, child, logFile);
  const npmrc = path.join(folder, 'user.npmrc');
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\nfund=false\naudit=false\n`);
  const env = {
    npm_config_registry: url,
    npm_config_userconfig: npmrc,
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_update_notifier: 'false',
  };
  return { url, env, stop: () => child.kill() };
}
