import { describe, expect, it } from 'vitest';
import { closeInterval } from '../../src/charts/interval.ts';

describe('closeInterval', () => {
  it('lets an open end reach the end of the axis', () => {
    expect(closeInterval([null, 3], [0, 9])).toEqual([0, 3]);
    expect(closeInterval([2, null], [0, 9])).toEqual([2, 9]);
    expect(closeInterval([null, null], [0, 9])).toBeNull();
    expect(closeInterval(null, [0, 9])).toBeNull();
  });
});
