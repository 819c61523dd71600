import { describe, expect, it } from 'vitest';
import { findClosure, placeOf } from '../packages/closure.mjs';

const LOCK = {
  'packages/a': { dependencies: { '@x/b': '1', left: '1' } },
  'packages/b': { dependencies: { right: '1' } },
  'node_modules/@x/b': { link: true, resolved: 'packages/b' },
  'node_modules/left': { dependencies: { right: '2' } },
  'node_modules/left/node_modules/right': { dependencies: { deep: '1' } },
  'node_modules/right': {
    optionalDependencies: { elsewhere: '1' },
    peerDependencies: { host: '1', maybe: '1' },
    peerDependenciesMeta: { maybe: { optional: true } },
  },
  'node_modules/deep': {},
  'node_modules/host': {},
  'node_modules/maybe': {},
  'node_modules/stranger': {},
};

describe('the closure of a package', () => {
  it('holds what is reachable, nested versions where Node finds them, and needed peers', () => {
    expect(findClosure(LOCK, ['packages/a'])).toEqual({
      locations: [
        'node_modules/deep',
        'node_modules/host',
        'node_modules/left',
        'node_modules/left/node_modules/right',
        'node_modules/right',
        'packages/a',
        'packages/b',
      ],
      missing: [],
    });
  });

  it('goes by the packed manifest where one is given, and tells what is nowhere', () => {
    const { locations, missing } = findClosure(LOCK, ['packages/a'], {
      'packages/a': { dependencies: { nowhere: '1' } },
    });
    expect(locations).toEqual(['packages/a']);
    expect(missing).toEqual(['packages/a needs nowhere, which the lock file does not hold']);
  });

  it('moves our packages, with what is nested in them, into node_modules', () => {
    const nameOf = (folder) => ({ 'packages/cli': 'reportcard' })[folder];
    expect(placeOf('packages/cli', nameOf)).toBe('node_modules/reportcard');
    expect(placeOf('packages/cli/node_modules/x', nameOf)).toBe('node_modules/reportcard/node_modules/x');
    expect(placeOf('node_modules/y', nameOf)).toBe('node_modules/y');
  });
});
