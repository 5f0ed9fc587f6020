import type { InstallationNames, Snapshot, Writ, WritInstallation } from '@writ/headless';
import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';

const WritContext = createContext<Writ | undefined>(undefined);
const InstallationContext = createContext<WritInstallation | undefined>(undefined);

/** Gives the hooks below it a client, made by `createWrit` outside of rendering. */
export const WritProvider = ({ writ, children }: { writ: Writ; children?: ReactNode }): ReactNode =>
  createElement(WritContext.Provider, { value: writ }, children);

/** Gives the hooks below it one group's installation, which is loaded when the page shows it. Other names begin anew. */
export function InstallationProvider({
  children,
  ...names
}: InstallationNames & { children?: ReactNode }): ReactNode {
  const writ = useContext(WritContext);
  if (!writ) throw new Error('There is no `WritProvider` above.');
  const key = JSON.stringify(names);
  const installation = useMemo(() => writ.installation(JSON.parse(key) as InstallationNames), [writ, key]);
  useEffect(() => {
    // The snapshot tells why it failed.
    installation.load().catch(() => undefined);
  }, [installation]);
  return createElement(InstallationContext.Provider, { value: installation }, children);
}

/** The installation of the provider above, and how it stands. */
export function useWritInstallation(): { handle: WritInstallation; snapshot: Snapshot } {
  const handle = useContext(InstallationContext);
  if (!handle) throw new Error('There is no `InstallationProvider` above.');
  const snapshot = useSyncExternalStore(handle.subscribe, handle.getSnapshot, handle.getSnapshot);
  return { handle, snapshot };
}
