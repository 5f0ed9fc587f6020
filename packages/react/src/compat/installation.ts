import type { ConfigContent, Connection, Installation, InstallationConfig } from '@writ/headless';
import { useInstallationOf } from '../providers.ts';
import {
  useConnection as useOurConnection,
  useCreateInstallation as useSave,
  useDeleteInstallation as useUninstall,
  useInstallation as useOurInstallation,
} from '../hooks.ts';

type Query = {
  isPending: boolean;
  isFetching: boolean;
  isError: boolean;
  isSuccess: boolean;
  error: Error | null;
};

/** Hooks of changes report their own errors. */
function useQuery(): Query {
  const { isPending, isFetching, isLoaded, error } = useOurInstallation();
  const failed = isLoaded ? undefined : error;
  return { isPending, isFetching, isError: !!failed, isSuccess: isLoaded, error: failed ?? null };
}

export function useInstallation(): Query & { installation: Installation | undefined } {
  const { installation } = useOurInstallation();
  return { installation, ...useQuery() };
}

export function useConnection(): Query & { connection: Connection | undefined } {
  const { connection } = useOurConnection();
  return { connection, ...useQuery() };
}

/** The installation of any group, also outside an `InstallationProvider`. */
export function useIsIntegrationInstalled(
  integration: string,
  groupRef: string,
  consumerRef?: string,
): {
  isLoading: boolean;
  isLoaded: boolean;
  isIntegrationInstalled: boolean | null;
  config?: InstallationConfig;
  isError: boolean;
  error: Error | null;
} {
  const { installation, isLoaded, error } = useInstallationOf({
    integration,
    groupRef,
    ...(consumerRef !== undefined && { consumerRef }),
  });
  const failed = isLoaded ? undefined : error;
  return {
    isLoading: !isLoaded && !failed,
    isLoaded,
    isIntegrationInstalled: isLoaded ? installation !== undefined : null,
    ...(installation && { config: installation.config }),
    isError: failed !== undefined,
    error: failed ?? null,
  };
}

type Told<T> = {
  onSuccess?: (data: T) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};
type Mutation = { isIdle: boolean; isPending: boolean; error: Error | null; errorMsg: string | null };
type State = { isPending: boolean; isSuccess: boolean; error: Error | undefined };

const mutation = ({ isPending, isSuccess, error }: State): Mutation => ({
  isIdle: !isPending && !isSuccess && !error,
  isPending,
  error: error ?? null,
  errorMsg: error?.message ?? null,
});

function tell<T>(act: Promise<T>, { onSuccess, onError, onSettled }: Told<T>): void {
  void act
    .then(onSuccess, onError ?? (() => undefined))
    .finally(onSettled)
    // An error of the page's own callback is not ours.
    .catch((error: unknown) =>
      queueMicrotask(() => {
        throw error as Error;
      }),
    );
}

type SaveRequest = { config: ConfigContent } & Told<Installation>;

export function useCreateInstallation(): Mutation & { createInstallation: (request: SaveRequest) => void } {
  const { createInstallation: save, ...state } = useSave();
  return {
    createInstallation: ({ config, ...told }) => tell(save(config), told),
    ...mutation(state),
  };
}

export function useUpdateInstallation(): Mutation & { updateInstallation: (request: SaveRequest) => void } {
  const { createInstallation: updateInstallation, ...state } = useCreateInstallation();
  return { updateInstallation, ...state };
}

export function useDeleteInstallation(): Mutation & {
  deleteInstallation: (request?: Told<void>) => void;
} {
  const { deleteInstallation, ...state } = useUninstall();
  return {
    deleteInstallation: (told = {}) => tell(deleteInstallation(), told),
    ...mutation(state),
  };
}
