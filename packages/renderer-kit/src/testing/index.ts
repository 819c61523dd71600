import type { Renderer } from '../renderer.ts';
import { RENDERER_CHECKS } from './renderer-checks.ts';

export { createFixtureContext } from './fixture-context.ts';
export { buildFixtureInput, type FixtureOptions } from './fixtures/build-input.ts';
export { createScores, type FixtureCase } from './fixtures/fixture-case.ts';
export {
  createHostileCases,
  createLongNames,
  createManyIntents,
  createOrdinaryCases,
  createSingleCase,
  createUniformCases,
  createUnjudgedCases,
} from './fixtures/fixture-cases.ts';
export { createFixtureMetrics } from './fixtures/fixture-metrics.ts';
export { createFixture, FIXTURES, type Fixture } from './fixtures/fixtures.ts';
export {
  createFixtureComparison,
  createFixtureGate,
  createFixtureHistory,
  createFullInput,
} from './fixtures/full-input.ts';
export { HOSTILE_TEXTS } from './fixtures/hostile-text.ts';
export { RENDERER_CHECKS, type RendererCheck, type RendererUnderTest } from './renderer-checks.ts';

/** What the suite needs of a test runner; Vitest, Jest, Mocha and node:test all fit. */
export interface TestRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
}

/**
 * Declares the contract suite for a renderer over the shared fixtures.
 *
 *     testRenderer(myRenderer, { describe, it });
 */
export function testRenderer(renderer: Renderer<unknown>, runner: TestRunner, options?: unknown): void {
  runner.describe(`${renderer.name} keeps the renderer contract`, () => {
    for (const check of RENDERER_CHECKS) runner.it(check.title, () => check.run({ renderer, options }));
  });
}
