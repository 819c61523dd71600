import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** One configuration for all packages: tests run from source, without a build. */
export default defineConfig({
  resolve: { conditions: ['@reportcard/source', ...defaultServerConditions] },
  ssr: { resolve: { conditions: ['@reportcard/source', ...defaultServerConditions] } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'tools/test/**/*.test.mjs'],
    // A busy machine may starve a browser once; what fails twice is a failure.
    retry: process.env['CI'] === 'true' ? 1 : 0,
    // Two files at a time also where there are two cores: many tests wait for a browser or a server.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
