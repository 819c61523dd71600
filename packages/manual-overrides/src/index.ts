export * from './reaggregate.ts';
