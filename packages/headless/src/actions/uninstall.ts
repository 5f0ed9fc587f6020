import type { WritProblem } from '../errors.ts';
import { untouched } from '../state.ts';
import { acting } from './acting.ts';
import type { Deps } from './deps.ts';
import { loaded, nextConnection } from './load.ts';

/**
 * Deletes the installation, its connection if nothing else uses it, and the draft. Succeeds if it is already
 * gone.
 */
export const uninstall = (deps: Deps): Promise<void> =>
  acting(deps.store, 'uninstalling', async () => {
    const { call, store, paths } = deps;
    const integration = await loaded(deps);
    const { installation } = store.get();
    if (!installation) return;
    await call('DELETE', `${paths.installations}/${installation.id}`).catch((error: unknown) => {
      // Only `WritProblem` has a status.
      if ((error as WritProblem).status !== 404) throw error;
    });
    store.set({
      installation: undefined,
      connection: await nextConnection(deps, integration),
      ...untouched(undefined, integration, deps.names.initial),
    });
  });
