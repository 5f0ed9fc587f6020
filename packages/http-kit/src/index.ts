export * from './problems/index.ts';
export * from './http/index.ts';
export * from './docs/index.ts';
