import { placedIssue } from '../config/faults.ts';
import type { WritError, WritProblem } from '../errors.ts';
import type { Status, Store } from '../state.ts';

export async function acting<T>(store: Store, status: Status, act: () => Promise<T>): Promise<T> {
  store.set({ status, issues: [], error: undefined, turn: store.get().turn + 1 });
  try {
    return await act();
  } catch (error) {
    const { issues = [] } = error as Partial<WritProblem>;
    store.set({ error: error as WritError, issues: issues.map(placedIssue) });
    throw error;
  } finally {
    const { integration, turn } = store.get();
    store.set({ status: integration ? 'ready' : 'new', turn: turn + 1 });
  }
}
