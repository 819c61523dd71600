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
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
