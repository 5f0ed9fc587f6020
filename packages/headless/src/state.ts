import { fieldErrors, type FieldErrors, type PlacedIssue } from './config/faults.ts';
import { withWriteSection } from './config/objects.ts';
import { changesBetween, clashesBetween, isSame, maskPath, memberAt, type Path } from './config/tree.ts';
import type { Conflict, WritError } from './errors.ts';
import type { ConfigContent, Connection, Installation, Integration, Revision } from './types.ts';

export type Status = 'new' | 'loading' | 'ready' | 'saving' | 'uninstalling' | 'connecting';

/** What is known of an installation, and what is drafted. Never changed: each change makes another. */
export type State = {
  status: Status;
  isFetching: boolean;
  integration?: Integration | undefined;
  hydrated?: Revision | undefined;
  /** The time of asking that brought it. */
  hydration: number;
  installation?: Installation | undefined;
  /** The connection that it writes through, or will. */
  connection?: Connection | undefined;
  /** The id of the connection that the person has last chosen on this page. */
  chosen?: string | undefined;
  /** The content in force, as it acts. */
  saved: ConfigContent;
  /** The content that the draft began from, and the installation that had it. */
  base: ConfigContent;
  baseOf?: string | undefined;
  draft: ConfigContent;
  /** The draft before anybody touched it. */
  start: ConfigContent;
  issues: readonly PlacedIssue[];
  error?: WritError | undefined;
  /** Counts the changes at the server that began or ended here: what was asked before is out of date. */
  turn: number;
};

/** What pages show. The same object until something changes. */
export type Snapshot = Pick<
  State,
  | 'status'
  | 'isFetching'
  | 'integration'
  | 'hydrated'
  | 'installation'
  | 'connection'
  | 'saved'
  | 'draft'
  | 'error'
> & {
  /** Whether it was loaded: before that nothing can be changed. */
  isLoaded: boolean;
  isDirty: boolean;
  /** What others have changed, as far as it is known, where the draft has something else. */
  conflicts: readonly Conflict[];
  /** The faults of the last save, at their fields. */
  errors: FieldErrors;
};

export type Store = {
  get: () => State;
  set: (part: Partial<State>) => void;
  subscribe: (listener: () => void) => () => void;
  snapshot: () => Snapshot;
};

const empty: ConfigContent = {};
const nothing: State = {
  status: 'new',
  isFetching: false,
  saved: empty,
  base: empty,
  draft: empty,
  start: empty,
  issues: [],
  turn: 0,
  hydration: 0,
};

export function createStore(): Store {
  let state = nothing;
  let shown: Snapshot | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (part) => {
      state = { ...state, ...part };
      shown = undefined;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    snapshot: () => (shown ??= snapshotOf(state)),
  };
}

const snapshotOf = (state: State): Snapshot => ({
  ...state,
  isLoaded: state.integration !== undefined,
  isDirty: isDirty(state),
  conflicts: conflictsIn(state),
  errors: fieldErrors(state.issues, state.draft),
});

export const isDirty = (state: State): boolean =>
  !isSame(state.base, state.draft) || movesTo(state) !== undefined;

/** The connection that the next save moves the installation to. */
export const movesTo = ({ installation, connection }: State): string | undefined =>
  installation && connection && connection.id !== installation.connection.id ? connection.id : undefined;

/** The content at the server; undefined where the installation that the draft began from is gone. */
const theirsIn = ({ installation, baseOf, saved }: State): ConfigContent | undefined =>
  baseOf && !installation ? undefined : saved;

export const clashesIn = (state: State): Path[] => clashesBetween(state.base, state.draft, theirsIn(state));

export const conflictsIn = (state: State): Conflict[] =>
  clashesIn(state).map((path) => ({
    path: maskPath(path),
    mine: memberAt(state.draft, path),
    theirs: memberAt(theirsIn(state), path),
  }));

export const ownChanges = ({ base, draft }: State) => changesBetween(base, draft);

export const savedOf = (
  installation: Installation | undefined,
  { latestRevision }: Integration,
): ConfigContent => withWriteSection(installation?.config.content ?? {}, latestRevision);

/** A draft that nobody has touched yet. */
export function untouched(
  installation: Installation | undefined,
  integration: Integration,
  initial?: ConfigContent,
): Pick<State, 'saved' | 'base' | 'baseOf' | 'draft' | 'start'> {
  const saved = savedOf(installation, integration);
  const draft = installation || !initial ? saved : withWriteSection(initial, integration.latestRevision);
  return { saved, base: saved, baseOf: installation?.id, draft, start: draft };
}
