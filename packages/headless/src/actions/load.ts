import { movesTo, savedOf, untouched, type State } from '../state.ts';
import { isSame } from '../config/tree.ts';
import type { WritError } from '../errors.ts';
import type { Connection, Installation, Integration, Revision } from '../types.ts';
import type { Deps } from './deps.ts';

/** Asks how things stand. A draft that somebody has touched stays as it is. */
export async function load(deps: Deps): Promise<void> {
  const { call, store, paths } = deps;
  const { turn, status, integration: known } = store.get();
  store.set({ isFetching: true, error: undefined, ...(status === 'new' && { status: 'loading' }) });
  try {
    const [integration, installation] = await Promise.all([
      call<Integration>('GET', paths.integration),
      findInstallation(deps),
    ]);
    const connection = installation?.connection ?? (await connectionsOf(deps, integration.provider)).at(-1);
    const isNews = store.get().turn === turn;
    store.set({
      // What the CRM says of its objects belongs to a revision.
      ...(known?.latestRevision.id !== integration.latestRevision.id && { hydrated: undefined }),
      integration,
      ...((isNews || !known) && told(deps, integration, installation, connection)),
    });
  } catch (error) {
    store.set({ error: error as WritError });
    throw error;
  } finally {
    const { status: now, integration } = store.get();
    store.set({ isFetching: false, ...(now === 'loading' && { status: integration ? 'ready' : 'new' }) });
  }
}

/** The integration, which is asked for where it is not known. */
export async function loaded(deps: Deps): Promise<Integration> {
  if (!deps.store.get().integration) await load(deps);
  return deps.store.get().integration as Integration;
}

/** The state after the server has told which installation there is. */
function told(
  { store, names }: Deps,
  integration: Integration,
  installation: Installation | undefined,
  connection: Connection | undefined,
): Partial<State> {
  const state = store.get();
  const { draft, start, base, baseOf } = state;
  const isUntouched = draft === start || (baseOf !== undefined && isSame(base, draft));
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

/** The group's connections to the provider; the last one is the one that an installation takes. */
export const connectionsOf = ({ call, paths }: Deps, provider: string): Promise<Connection[]> =>
  call('GET', `${paths.project}/connections${paths.ofGroup}&provider=${provider}`);

/** Asks the customer's CRM, where there is a connection, what fields the objects of the manifest have. */
export async function hydrate(deps: Deps): Promise<Revision> {
  const { latestRevision } = await loaded(deps);
  const { connection } = deps.store.get();
  const query = connection ? `?connectionId=${connection.id}` : '';
  const path = `${deps.paths.integration}/revisions/${latestRevision.id}:hydrate${query}`;
  const hydrated = await deps.call<Revision>('GET', path);
  deps.store.set({ hydrated });
  return hydrated;
}
