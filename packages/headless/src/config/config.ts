import { clashesIn, isDirty, ownChanges, untouched, type Store } from '../state.ts';
import type { ConfigContent, Issue } from '../types.ts';
import {
  loadedRevision,
  readObjectHandle,
  writeObjectHandle,
  type ReadObjectHandle,
  type WriteObjectHandle,
} from './object-handles.ts';
import { maskPath, memberAt, withMember } from './tree.ts';
import { configIssues } from './validate.ts';

/** `path` has dots, as an update mask. */
export type Change = { path: string; before: unknown; after: unknown };

/** The draft of a config. Only `save()` sends it. */
export type Config = {
  writeObject: (objectName: string) => WriteObjectHandle;
  readObject: (objectName: string) => ReadObjectHandle;
  setContent: (content: ConfigContent) => void;
  readonly isDirty: boolean;
  changes: () => Change[];
  /** Errors found without the server, as its issues. */
  validate: () => Issue[];
  reset: () => void;
  /** Ends a conflict: the next save overwrites their value, or the draft takes it. */
  resolve: (path: string, side: 'mine' | 'theirs') => void;
};

export function createConfig(store: Store, initial: ConfigContent | undefined): Config {
  const reset = (): void => {
    const { integration, installation, connection } = store.get();
    if (!integration) return;
    store.set({
      ...untouched(installation, integration, initial),
      issues: [],
      error: undefined,
      connection: installation?.connection ?? connection,
    });
  };
  const resolve: Config['resolve'] = (mask, side) => {
    const { base, draft, saved, installation } = store.get();
    const path = clashesIn(store.get()).find((clash) => maskPath(clash) === mask);
    if (!path) return;
    // A deleted installation has no values.
    if (path.length === 0 && side === 'theirs') reset();
    else
      store.set({
        base: withMember(base, path, memberAt(saved, path)),
        baseOf: installation?.id,
        draft: side === 'mine' ? draft : withMember(draft, path, memberAt(saved, path)),
      });
  };
  return {
    writeObject: (objectName) => writeObjectHandle(store, objectName),
    readObject: (objectName) => readObjectHandle(store, objectName),
    setContent: (draft) => {
      loadedRevision(store);
      store.set({ draft });
    },
    get isDirty() {
      return isDirty(store.get());
    },
    changes: () => ownChanges(store.get()).map((change) => ({ ...change, path: maskPath(change.path) })),
    validate: () => configIssues(store.get().draft, loadedRevision(store)),
    reset,
    resolve,
  };
}
