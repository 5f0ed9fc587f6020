import {
  changesBetween,
  distinct,
  isSame,
  maskPath,
  memberAt,
  withChanges,
  withMember,
  type Path,
} from '../config/tree.ts';
import { WritConflict, type WritProblem } from '../errors.ts';
import { conflictsIn, movesTo, ownChanges, savedOf, untouched, type State } from '../state.ts';
import type { ConfigContent, Installation, InstallationConfig, Integration } from '../types.ts';
import { acting } from './acting.ts';
import type { Deps } from './deps.ts';
import { findInstallation, loaded } from './load.ts';

/** Attempts while others save, too. */
const mostRounds = 8;

/** The server's limit; a larger change sends the whole content. */
const mostPlaces = 100;

/**
 * Saves the draft on top of other people's changes. Safe to call again. An error leaves the draft as it is.
 */
export const save = (deps: Deps): Promise<Installation> =>
  acting(deps.store, 'saving', async () => {
    await loaded(deps);
    for (let round = 1; ; round += 1) {
      const sent = deps.store.get();
      const [conflict, ...others] = conflictsIn(sent);
      if (conflict) throw new WritConflict([conflict, ...others]);
      try {
        return settle(deps, sent, await send(deps, sent));
      } catch (error) {
        if (round === mostRounds || !(await hasMoved(deps, error))) throw error;
      }
    }
  });

async function send(deps: Deps, state: State): Promise<Installation> {
  const { names, call, paths } = deps;
  const { installation, connection, saved } = state;
  const merged = withChanges(saved, ownChanges(state));
  if (!installation) {
    const { groupRef, groupName } = names;
    const content = withoutImplied(merged, saved);
    return call('POST', paths.installations, {
      body: { groupRef, groupName, connectionId: connection?.id, config: { content } },
    });
  }
  const { id, content: raw } = installation.config;
  const wanted = raw.write ? merged : withoutImplied(merged, saved);
  const places = sentPlaces(raw, wanted);
  const connectionId = movesTo(state);
  const updateMask = places.map((place) => maskPath(['config', 'content', ...place]));
  if (connectionId) updateMask.push('connectionId');
  if (updateMask.length === 0) return installation;
  // The server ignores members outside the mask.
  const content = places.reduce((picked, at) => withMember(picked, at, memberAt(wanted, at)), {});
  return call('PATCH', `${paths.installations}/${installation.id}`, {
    headers: { 'If-Match': `"${id}"` },
    body: { updateMask, installation: { connectionId, config: { content } } },
  });
}

/** Leaves out a `write` section that equals the manifest's, so that later revisions apply. */
const withoutImplied = (wanted: ConfigContent, implied: ConfigContent): ConfigContent =>
  isSame(wanted.write, implied.write) ? withMember(wanted, ['write'], undefined) : wanted;

function sentPlaces(raw: ConfigContent, wanted: ConfigContent): Path[] {
  // Answers always have the provider.
  const places = changesBetween({ ...raw, provider: wanted.provider }, wanted).map(({ path }) =>
    // The server would apply a part of a missing section to the manifest's.
    path[0] === 'write' && !raw.write ? ['write'] : path,
  );
  return places.length < mostPlaces ? distinct(places) : [[]];
}

/** Reads the server's config after a conflict; true if it has changed. */
async function hasMoved(deps: Deps, error: unknown): Promise<boolean> {
  // Only `WritProblem` has a status.
  if (![404, 409, 412].includes((error as WritProblem).status)) return false;
  const { installation: before, integration } = deps.store.get();
  const config = (error as WritProblem).context?.['config'] as InstallationConfig | undefined;
  const installation = config && before ? { ...before, config } : await findInstallation(deps);
  deps.store.set({ installation, saved: savedOf(installation, integration as Integration) });
  return installation?.config.id !== before?.config.id;
}

/** Changes made during the save stay in the draft. */
function settle({ store }: Deps, sent: State, installation: Installation): Installation {
  const { draft, integration } = store.get();
  const begun = untouched(installation, integration as Integration);
  store.set({
    installation,
    connection: installation.connection,
    ...begun,
    draft: withChanges(begun.draft, changesBetween(sent.draft, draft)),
  });
  return installation;
}
