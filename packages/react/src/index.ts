export { InstallationProvider, WritProvider } from './providers.ts';
export { useManifest, type ManifestState } from './use-manifest.ts';
export {
  useConnect,
  useConnection,
  useCreateInstallation,
  useDeleteInstallation,
  useFieldSetting,
  useInstallation,
  useLocalConfig,
  useUpdateInstallation,
  useWriteObject,
  type FieldSettingState,
  type InstallationState,
  type LocalConfig,
  type WriteObjectState,
} from './hooks.ts';
