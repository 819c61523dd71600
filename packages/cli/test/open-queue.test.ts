import { describe, expect, it } from 'vitest';
import { loadQueuePackage } from '../src/stages/open-queue.ts';
import { callCli, createFolder } from './call-cli.ts';

describe('the optional queue package', () => {
  it('is found from the folder of the command line', async () => {
    const { parseQueueAddress } = await loadQueuePackage([createFolder(), import.meta.dirname]);
    expect(parseQueueAddress('redis://h', {}).host).toBe('h');
  });

  it('is asked for by its install line where it is absent', async () => {
    await expect(loadQueuePackage([createFolder()])).rejects.toMatchObject({
      code: 'config',
      message: 'the package @reportcard/queue is not installed',
      hint: expect.stringMatching(/^npm install @reportcard\/queue@\d/),
    });
  });

  it.each([
    [['worker'], '--queue is missing'],
    [['worker', '--queue', 'redis://h', '--lock', '0'], '--lock'],
  ])('refuses %j', async (args, word) => {
    const call = await callCli(args, { cwd: createFolder() });
    expect(call.code).toBe(2);
    expect(call.err).toContain(word);
  });
});
