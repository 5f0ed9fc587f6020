export type { ServiceName } from './programs.ts';
export type { Replica } from './start-replica.ts';
export { startStack, type Stack, type StackOptions } from './start-stack.ts';
