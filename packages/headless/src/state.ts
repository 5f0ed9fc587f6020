import { fieldErrors, type FieldErrors, type PlacedIssue } from './config/faults.ts';
import { withWriteSection } from './config/objects.ts';
import { changesBetween, clashesBetween, isSame, maskPath, memberAt, type Path } from './config/tree.ts';
import type { Conflict, WritError } from './errors.ts';
import type { ConfigContent, Connection, Installation, Integration, Revision } from './types.ts';

export type Status = 'new' | 'loading' | 'ready' | 'saving' | 'uninstalling' | 'connecting';

/** Immutable. */
export type State = {
  status: Status;
  isFetching: boolean;
  integration?: Integration | undefined;
  hydrated?: Revision | undefined;
  /** The number of the call that read it. */
  hydration: number;
  installation?: Installation | undefined;
  /** Its current or next connection. */
  connection?: Connection | undefined;
  /** Id of the connection last chosen on this page. */
  chosen?: string | undefined;
  /** The effective content at the server. */
  saved: ConfigContent;
  /** The content that the draft started from. */
  base: ConfigContent;
  baseOf?: string | undefined;
  draft: ConfigContent;
  /** The draft before any change. */
  start: ConfigContent;
  issues: readonly PlacedIssue[];
  error?: WritError | undefined;
  /** Counts starts and ends of changes; earlier reads are outdated. */
  turn: number;
};

/** The same object until something changes. */
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
  /** Before that, nothing can be changed. */
  isLoaded: boolean;
  isDirty: boolean;
  /** Known changes of others that differ from the draft's. */
  conflicts: readonly Conflict[];
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

/** The connection to which the next save moves the installation. */
export const movesTo = ({ installation, connection }: State): string | undefined =>
  installation && connection && connection.id !== installation.connection.id ? connection.id : undefined;

/** Undefined if the draft's installation was deleted. */
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

export function untouched(
  installation: Installation | undefined,
  integration: Integration,
  initial?: ConfigContent,
): Pick<State, 'saved' | 'base' | 'baseOf' | 'draft' | 'start'> {
  const saved = savedOf(installation, integration);
  const draft = installation || !initial ? saved : withWriteSection(initial, integration.latestRevision);
  return { saved, base: saved, baseOf: installation?.id, draft, start: draft };
}
