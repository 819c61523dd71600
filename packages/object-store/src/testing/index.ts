import type { ObjectStore } from '../object-store.ts';
import { STORE_CHECKS } from './store-checks.ts';

export { STORE_CHECKS, type StoreCheck } from './store-checks.ts';

/** What the suite needs of a test runner; Vitest, Jest, Mocha and node:test all fit. */
export interface TestRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
}

/**
 * Declares the contract suite for a store. `createStore` gives a new, empty store for each check.
 *
 *     testObjectStore('my store', () => createMyStore(), { describe, it });
 */
export function testObjectStore(
  name: string,
  createStore: () => ObjectStore | Promise<ObjectStore>,
  runner: TestRunner,
): void {
  runner.describe(`${name} keeps the contract of an object store`, () => {
    for (const check of STORE_CHECKS) {
      runner.it(check.title, async () => {
        const store = await createStore();
        await check.run(store);
      });
    }
  });
}
