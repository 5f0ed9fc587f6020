export { runWrit } from './run-writ.ts';
export type { Surroundings } from './surroundings.ts';
