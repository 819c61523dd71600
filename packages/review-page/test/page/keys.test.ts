import { describe, expect, it } from 'vitest';
import { commandOf, type KeyPress } from '../../page/state/keys.ts';

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...changes,
});

describe('keys', () => {
  it.each([
    ['0', '0'],
    ['1', '0.1'],
    ['9', '0.9'],
    ['=', '1'],
    ['+', '1'],
    ['８', '0.8'],
  ])('%s scores %s', (key, score) => {
    expect(commandOf(press(key), false)).toEqual({ name: 'quick', score });
  });

  it.each([
    ['j', 'next'],
    ['J', 'next'],
    ['ArrowRight', 'next'],
    ['k', 'previous'],
    ['ArrowLeft', 'previous'],
    ['u', 'undo'],
    ['/', 'filter'],
    ['?', 'help'],
    ['？', 'help'],
    ['n', 'open'],
    ['r', 'reason'],
    ['a', 'accept'],
    ['Backspace', 'clear'],
  ])('%s is %s', (key, name) => {
    expect(commandOf(press(key), false)).toEqual({ name });
  });

  it('within a text field all but Escape are text', () => {
    for (const key of ['1', 'j', 'u', '?', 'Backspace', 'ArrowLeft']) expect(commandOf(press(key), true)).toBeNull();
    expect(commandOf(press('Escape'), true)).toEqual({ name: 'escape' });
  });

  it('with Ctrl, Alt or ⌘ they are the browser’s, but for undo', () => {
    expect(commandOf(press('r', { ctrlKey: true }), false)).toBeNull();
    expect(commandOf(press('1', { altKey: true }), false)).toBeNull();
    expect(commandOf(press('k', { metaKey: true }), false)).toBeNull();
    expect(commandOf(press('z', { ctrlKey: true }), false)).toEqual({ name: 'undo' });
    expect(commandOf(press('z', { ctrlKey: true }), true)).toBeNull();
  });

  it('an unknown key is none', () => {
    for (const key of ['x', 'Tab', 'Shift', 'Dead', 'constructor']) expect(commandOf(press(key), false)).toBeNull();
  });
});
