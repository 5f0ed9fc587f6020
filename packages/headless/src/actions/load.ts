import { movesTo, savedOf, untouched, type State } from '../state.ts';
import { isSame } from '../config/tree.ts';
import type { WritError } from '../errors.ts';
import type { Connection, Installation, Integration, Revision } from '../types.ts';
import type { Deps } from './deps.ts';

/** Reads integration, installation and connection. A changed draft stays. */
export async function load(deps: Deps): Promise<void> {
  const { call, store, paths } = deps;
  const { turn, status } = store.get();
  store.set({ isFetching: true, error: undefined, status: status === 'new' ? 'loading' : status });
  try {
    const [integration, installation] = await Promise.all([
      call<Integration>('GET', paths.integration),
      findInstallation(deps),
    ]);
    const connection = installation?.connection ?? (await nextConnection(deps, integration));
    // Another load may have ended meanwhile, and its result may have been changed.
    const now = store.get();
    store.set({
      // The CRM's fields belong to a revision.
      ...(now.integration?.latestRevision.id !== integration.latestRevision.id && { hydrated: undefined }),
      integration,
      ...((now.turn === turn || !now.integration) && stateOf(deps, integration, installation, connection)),
    });
  } catch (error) {
    store.set({ error: error as WritError });
    throw error;
  } finally {
    const { status: now, integration } = store.get();
    store.set({ isFetching: false, ...(now === 'loading' && { status: integration ? 'ready' : 'new' }) });
  }
}

export async function loaded(deps: Deps): Promise<Integration> {
  if (!deps.store.get().integration) await load(deps);
  return deps.store.get().integration as Integration;
}

function stateOf(
  { store, names }: Deps,
  integration: Integration,
  installation: Installation | undefined,
  connection: Connection | undefined,
): Partial<State> {
  const state = store.get();
  const isUntouched = state.draft === state.start || (state.baseOf && isSame(state.base, state.draft));
  return {
    installation,
    ...(isUntouched && untouched(installation, integration, names.initial)),
    saved: savedOf(installation, integration),
    connection: installation && movesTo(state) ? state.connection : connection,
  };
}

export async function findInstallation({ call, paths }: Deps): Promise<Installation | undefined> {
  const [found] = await call<Installation[]>('GET', paths.installations + paths.ofGroup);
  return found;
}

/** Oldest first. */
export const connectionsOf = ({ call, paths }: Deps, provider: string): Promise<Connection[]> =>
  call('GET', `${paths.project}/connections${paths.ofGroup}&provider=${provider}`);

/** The connection for a new installation: the one chosen on this page, or as the server chooses. */
export async function nextConnection(deps: Deps, { provider }: Integration): Promise<Connection | undefined> {
  const connections = await connectionsOf(deps, provider);
  const { chosen } = deps.store.get();
  return (
    // Connecting an older account again makes no newer connection.
    connections.find((one) => one.id === chosen) ??
    connections.findLast((one) => one.status === 'working') ??
    connections.at(-1)
  );
}

/** Reads the fields of the manifest's objects from the CRM. `hydration` numbers the calls. */
export async function hydrate(deps: Deps, hydration: number): Promise<Revision> {
  const { store } = deps;
  await loaded(deps);
  const path = hydratePath(deps);
  const hydrated = await deps.call<Revision>('GET', path);
  // The revision or connection may have changed meanwhile, or a later answer come.
  if (path === hydratePath(deps) && hydration > store.get().hydration) store.set({ hydrated, hydration });
  return hydrated;
}

function hydratePath({ store, paths }: Deps): string {
  const { integration, connection } = store.get();
  const query = connection ? `?connectionId=${connection.id}` : '';
  return `${paths.integration}/revisions/${integration?.latestRevision.id}:hydrate${query}`;
}
