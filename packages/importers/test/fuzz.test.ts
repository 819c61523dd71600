import { describe, it } from 'vitest';
import { FUZZ_TARGETS, fuzzTarget } from './fuzz-formats.ts';

/** Cases a format, shared by its files; the campaign in soak/ sets more and another seed. */
const CASES_A_FORMAT = Number(process.env['FUZZ_CASES'] ?? 200);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_601);

describe('corrupted files', () => {
  it.each(FUZZ_TARGETS)(
    'of $format ($files) give samples or one clear error',
    async (target) => {
      const siblings = FUZZ_TARGETS.filter(({ format }) => format === target.format).length;
      await fuzzTarget(target, Math.ceil(CASES_A_FORMAT / siblings), SEED);
    },
    Math.max(120_000, CASES_A_FORMAT * 1000),
  );
});
