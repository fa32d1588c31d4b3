/*
 * Schemas of the records, with the exact field names of the REST interface. Responses are validated against them.
 */
export * from './account.ts';
export * from './artifacts.ts';
export * from './assets.ts';
export * from './experiments.ts';
export * from './metrics.ts';
export * from './projects.ts';
export * from './registry.ts';
export * from './system.ts';
