/**
 * Starts a real S3 service on loopback for tests: Debian's Ceph object gateway (packages in APT.txt) over one monitor and one
 * storage daemon that keeps everything in memory. Ready in about ten seconds.
 */
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAMS = ['monmaptool', 'ceph-mon', 'ceph-osd', 'ceph', 'radosgw', 'radosgw-admin'];

/** Programs of the service that are not installed. */
export async function findMissingPrograms() {
  const found = await Promise.all(
    PROGRAMS.map((program) =>
      run('sh', ['-c', `command -v ${program}`]).then(
        () => true,
        () => false,
      ),
    ),
  );
  return PROGRAMS.filter((_, index) => !found[index]);
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** One host, one copy, no authentication between the daemons, everything on loopback, small pools. */
function formatConfiguration(folder, fsid, monitorPort) {
  const settings = {
    fsid,
    'mon host': `v1:127.0.0.1:${monitorPort}`,
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    'ms bind msgr2': false,
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'osd objectstore': 'memstore',
    'memstore device bytes': 2 ** 30,
    'osd crush update on start': false,
    'osd class update on start': false,
    'osd crush chooseleaf type': 0,
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 1,
    'osd pool default pgp num': 1,
    'mon allow pool size one': true,
    'mon max pg per osd': 1000,
    'mon data avail warn': 1,
    'mon data avail crit': 1,
    'mon data': join(folder, 'mon'),
    'osd data': join(folder, 'osd'),
    'rgw data': join(folder, 'rgw'),
    'rgw zone': 'default',
    'rgw enable apis': 's3',
    'rgw run sync thread': false,
    'rgw thread pool size': 32,
    'run dir': folder,
    'log file': join(folder, 'log', '$name.log'),
    'pid file': join(folder, '$name.pid'),
    'admin socket': join(folder, '$name.asok'),
  };
  return `[global]\n${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`;
}

async function isUp(endpoint) {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
}

async function waitFor(endpoint, daemons, seconds) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    if (await isUp(endpoint)) return;
    const ended = daemons.find((daemon) => daemon.exitCode !== null);
    if (ended !== undefined) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the S3 service did not answer at ${endpoint} within ${seconds} s`);
}

async function stopAll(daemons, folder) {
  for (const daemon of daemons.toReversed()) {
    if (daemon.exitCode !== null || daemon.signalCode !== null) continue;
    const ended = new Promise((resolve) => daemon.once('exit', resolve));
    daemon.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
}

/** Starts the service; gives its address, a key pair and `stop`. */
export async function startS3Server() {
  const folder = await mkdtemp(join(tmpdir(), 's3-server-'));
  const [port, monitorPort] = [await findFreePort(), await findFreePort()];
  const fsid = randomUUID();
  const daemons = [];
  const environment = { ...process.env, CEPH_CONF: join(folder, 'ceph.conf') };
  const once = (program, ...options) => run(program, options, { env: environment, timeout: 60_000 });
  const start = async (program, ...options) => {
    const output = await open(join(folder, 'log', `${program}.out`), 'a');
    daemons.push(spawn(program, options, { env: environment, stdio: ['ignore', output.fd, output.fd] }));
    await output.close();
  };
  try {
    for (const name of ['mon', 'osd', 'rgw', 'log']) await mkdir(join(folder, name));
    await writeFile(environment.CEPH_CONF, formatConfiguration(folder, fsid, monitorPort));
    const monitorMap = join(folder, 'monmap');
    await once(
      'monmaptool',
      '--create',
      '--clobber',
      '--fsid',
      fsid,
      '--addv',
      'a',
      `[v1:127.0.0.1:${monitorPort}]`,
      monitorMap,
    );
    await once('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monitorMap);
    await start('ceph-mon', '-i', 'a', '-f');
    await once('ceph', 'osd', 'create');
    await once('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', randomUUID());
    await once('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=localhost');
    await start('ceph-osd', '-i', '0', '-f');
    await start('radosgw', '-n', 'client.rgw', '-f', '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`);
    const keys = { accessKeyId: 'TESTKEY', secretAccessKey: 'TESTSECRET' };
    await once(
      'radosgw-admin',
      'user',
      'create',
      '--uid=tester',
      '--display-name=tester',
      `--access-key=${keys.accessKeyId}`,
      `--secret-key=${keys.secretAccessKey}`,
    );
    const endpoint = `http://127.0.0.1:${port}`;
    await waitFor(endpoint, daemons, 45);
    return { endpoint, ...keys, stop: () => stopAll(daemons, folder) };
  } catch (error) {
    await stopAll(daemons, folder);
    throw error;
  }
}
