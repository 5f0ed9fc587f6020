export { AmpersandProvider, InstallationProvider, type AmpersandOptions } from './providers.ts';
export {
  useConnection,
  useCreateInstallation,
  useDeleteInstallation,
  useInstallation,
  useIsIntegrationInstalled,
  useUpdateInstallation,
} from './installation.ts';
export { useConfig, useLocalConfig } from './config.ts';
export { useManifest } from './manifest.ts';
