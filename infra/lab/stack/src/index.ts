export { installAccounts, type Account } from './caller/install-accounts.ts';
export { createManagement, type Management } from './caller/management.ts';
export {
  integrationName,
  openProject,
  targets,
  type StackProject,
  type StackProvider,
} from './caller/open-project.ts';
export { sandboxAt, type Sandbox } from './caller/sandbox.ts';
export { serviceNames, type ServiceName } from './programs.ts';
export type { Replica } from './fleet/start-replica.ts';
export { startStack, type ReplicaChanges, type Stack, type StackOptions } from './start-stack.ts';
