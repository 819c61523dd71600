import { describe, expect, it } from 'vitest';
import { parseQueueAddress, showAddress } from '../src/index.ts';

describe('the address of a queue', () => {
  it('has a port, a database and a prefix by default', () => {
    expect(parseQueueAddress('redis://queue.internal', {})).toEqual({
      host: 'queue.internal',
      port: 6379,
      db: 0,
      username: undefined,
      password: undefined,
      tls: false,
      prefix: 'reportcard',
    });
  });

  it('names port, database, user, prefix and TLS; the password comes from the environment', () => {
    const env = { REPORTCARD_QUEUE_PASSWORD: 'p@ss' };
    expect(parseQueueAddress('rediss://team%20a@[::1]:7000/3?prefix=team-a', env)).toEqual({
      host: '::1',
      port: 7000,
      db: 3,
      username: 'team a',
      password: 'p@ss',
      tls: true,
      prefix: 'team-a',
    });
  });

  it.each([
    'localhost:6379',
    'http://localhost',
    'redis://',
    'redis://h/x',
    'redis://h?nonsense=1',
    'redis://h?prefix=a b',
    'redis://h?prefix=',
    'redis://:secret@h',
    '',
  ])('refuses %j without repeating a secret', (text) => {
    let message = '';
    try {
      parseQueueAddress(text, {});
    } catch (error) {
      message = String(error);
      expect(error).toMatchObject({ code: 'usage' });
    }
    expect(message).not.toBe('');
    expect(message).not.toContain('secret');
  });

  it('is shown without user and password', () => {
    const address = parseQueueAddress('redis://me@h:7000/2', { REPORTCARD_QUEUE_PASSWORD: 'secret' });
    expect(showAddress(address)).toBe('redis://h:7000/2');
  });
});
