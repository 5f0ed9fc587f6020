export { installAccounts, type Account } from './caller/install-accounts.ts';
export { deliverTo } from './caller/deliver-to.ts';
export { lifecycleEvent, publishedSource, publishedType } from './caller/lifecycle-event.ts';
export { createManagement, type Management } from './caller/management.ts';
export {
  integrationName,
  openProject,
  writePath,
  type StackProject,
  type StackProvider,
} from './caller/open-project.ts';
export { sandboxAt, type Sandbox } from './caller/sandbox.ts';
export { migrateAs } from './migrate-as.ts';
export { skewedClock } from './subject/skewed-clock.ts';
export {
  seedProject,
  startSubject,
  type Seeded,
  type Subject,
  type SubjectOptions,
  type SubjectServers,
} from './subject/start-subject.ts';
export { serviceNames, type ServiceName } from './programs.ts';
export type { Replica } from './fleet/start-replica.ts';
export { startStack, type ReplicaChanges, type Stack, type StackOptions } from './start-stack.ts';
