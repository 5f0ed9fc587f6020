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

/** Provides a client made by `createWrit` outside of rendering. */
export const WritProvider = ({ writ, children }: { writ: Writ; children?: ReactNode }): ReactNode =>
  createElement(WritContext.Provider, { value: writ }, children);

/** Provides one group's installation and loads it. Other names make another installation. */
export const InstallationProvider = ({
  children,
  ...names
}: InstallationNames & { children?: ReactNode }): ReactNode =>
  createElement(InstallationContext.Provider, { value: useLoaded(names) }, children);

function useLoaded(names: InstallationNames, known?: WritInstallation): WritInstallation {
  const writ = useContext(WritContext);
  if (!writ) throw new Error('There is no `WritProvider` above.');
  const key = JSON.stringify(names);
  const own = useMemo(
    () => (known ? undefined : writ.installation(JSON.parse(key) as InstallationNames)),
    [writ, key, known],
  );
  useEffect(() => {
    // The snapshot has the error.
    own?.load().catch(() => undefined);
  }, [own]);
  return (known ?? own) as WritInstallation;
}

/** The provider's installation and its state. */
export function useWritInstallation(): { handle: WritInstallation; snapshot: Snapshot } {
  const handle = useContext(InstallationContext);
  if (!handle) throw new Error('There is no `InstallationProvider` above.');
  return { handle, snapshot: useSnapshot(handle) };
}

/** The provider's state if it has these names, otherwise its own. */
export function useInstallationOf(names: InstallationNames): Snapshot {
  const above = useContext(InstallationContext);
  const isAbove = above?.names.integration === names.integration && above.names.groupRef === names.groupRef;
  return useSnapshot(useLoaded(names, isAbove ? above : undefined));
}

const useSnapshot = ({ subscribe, getSnapshot }: WritInstallation): Snapshot =>
  useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
