import { connect, type ConnectOptions, type Opener } from './actions/connect.ts';
import { pathsOf, type Deps, type InstallationNames } from './actions/deps.ts';
import { hydrate, load } from './actions/load.ts';
import { save } from './actions/save.ts';
import { uninstall } from './actions/uninstall.ts';
import { createConfig, type Config } from './config/config.ts';
import type { Call } from './http/create-call.ts';
import { createStore, type Snapshot } from './state.ts';
import type { Connection, Installation, Revision } from './types.ts';

/** One group's installation of an integration, with a draft of its config. */
export type WritInstallation = {
  readonly names: InstallationNames;
  /** Never changes an edited draft. */
  load: () => Promise<void>;
  subscribe: (listener: () => void) => () => void;
  getSnapshot: () => Snapshot;
  readonly config: Config;
  /** Installs, or updates the config with the draft's changes. */
  save: () => Promise<Installation>;
  uninstall: () => Promise<void>;
  /** Connects the group's account in a window. Call it during the click. */
  connect: (options?: ConnectOptions) => Promise<Connection>;
  /** Reads the CRM fields of the manifest's objects into `getSnapshot().hydrated`. */
  hydrate: () => Promise<Revision>;
};

export type InstallationParts = { call: Call; project: string; baseUrl: string; opener: Opener };

export function createInstallation(
  { call, project, baseUrl, opener }: InstallationParts,
  names: InstallationNames,
): WritInstallation {
  const store = createStore();
  const deps: Deps = { call, store, names, project, paths: pathsOf(project, names) };
  // Each starts when the one before has ended.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act, act);
    last = next;
    return next;
  };
  let hydrations = 0;
  const loadOnce = onceAtATime(() => load(deps));
  const connectOnce = onceAtATime((options: ConnectOptions = {}) =>
    connect(deps, { opener, origin: new URL(baseUrl).origin, options }),
  );
  return {
    names,
    load: loadOnce,
    subscribe: store.subscribe,
    getSnapshot: store.snapshot,
    config: createConfig(store, names.initial),
    save: () => inTurn(() => save(deps)),
    uninstall: () => inTurn(() => uninstall(deps)),
    connect: connectOnce,
    hydrate: () => hydrate(deps, (hydrations += 1)),
  };
}

/** Concurrent callers share one run. */
function onceAtATime<Given extends unknown[], T>(
  act: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let running: Promise<T> | undefined;
  return (...given) => (running ??= act(...given).finally(() => (running = undefined)));
}
