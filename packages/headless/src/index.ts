export { createWrit, type TokenRequest, type Writ, type WritOptions } from './create-writ.ts';
export type { ConnectOptions, Opener } from './actions/connect.ts';
export type { InstallationNames } from './actions/deps.ts';
export type { WritInstallation } from './installation.ts';
export type { Snapshot, Status } from './state.ts';
export type { Change, Config } from './config/config.ts';
export type { FieldErrors } from './config/faults.ts';
export type { FieldSettingsChange, ReadObjectHandle, WriteObjectHandle } from './config/object-handles.ts';
export {
  WritConflict,
  WritConnectError,
  WritNetworkError,
  WritProblem,
  WritTokenError,
  type Conflict,
  type WritError,
} from './errors.ts';
export type * from './types.ts';
