import { describe, expect, it } from 'vitest';
import { findBumps, findDependents } from '../release/dependents.mjs';

const packed = (name, version, dependencies = {}) => ({ manifest: { name, version, dependencies } });
const WORKSPACE = [
  packed('ground', '1.0.0'),
  packed('beside', '1.0.0'),
  packed('wall', '1.0.0', { ground: '1.0.0' }),
  packed('roof', '1.0.0', { wall: '1.0.0', beside: '1.0.0' }),
];

describe('a release', () => {
  it('reaches whatever depends on a package, at any distance, and nothing else', () => {
    expect(findDependents(WORKSPACE, 'ground')).toEqual(['ground', 'roof', 'wall']);
    expect(findDependents(WORKSPACE, 'beside')).toEqual(['beside', 'roof']);
    expect(findDependents(WORKSPACE, 'roof')).toEqual(['roof']);
  });

  it('is told by the versions that differ, new packages included', () => {
    const after = [packed('ground', '1.0.1'), ...WORKSPACE.slice(1), packed('door', '0.1.0')];
    expect(findBumps(WORKSPACE, after)).toEqual({ door: 'new → 0.1.0', ground: '1.0.0 → 1.0.1' });
  });
});
