import { useEffect, useRef, useSyncExternalStore } from 'react';

/** What a key does on the page that is open. `Ctrl+K` is also the Mac's ⌘K. */
export type Key = { key: string; words: string; act: () => void };

type Group = { label: string; keys: readonly Key[] };

let groups: readonly Group[] = [];
const listeners = new Set<() => void>();

function setGroups(next: readonly Group[]): void {
  groups = next;
  for (const tell of listeners) tell();
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

/** The keys that do something now: what `?` shows. */
export const useKnownKeys = (): readonly Group[] => useSyncExternalStore(subscribe, () => groups);

/** Makes keys do something while a part is shown. The keys and their words stay; what they do may change. */
export function useKeys(label: string, keys: readonly Key[]): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const act = (key: string) => () => latest.current.find((each) => each.key === key)?.act();
    const group = { label, keys: latest.current.map(({ key, words }) => ({ key, words, act: act(key) })) };
    setGroups([...groups, group]);
    return () => setGroups(groups.filter((each) => each !== group));
  }, [label]);
}

/** Listens for all keys, once. */
export function listenForKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const name = nameOf(event);
    if (event.defaultPrevented || name === undefined) return;
    // Held down, a key leads on through rows; whatever else it does, it does once.
    if (event.repeat && !['j', 'k'].includes(name)) return;
    const found = groups.flatMap(({ keys }) => keys).findLast(({ key }) => key === name);
    if (!found) return;
    event.preventDefault();
    found.act();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

/** The name of a key as it is shown; undefined where somebody types, or a dialog, a menu or what has the focus takes the key. */
function nameOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): string | undefined {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k' ? 'Ctrl+K' : undefined;
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return undefined;
  // It does what has the focus.
  if (key === 'Enter' && target.closest('a, button, summary')) return undefined;
  const isElsewhere =
    target.closest('input, textarea, select, dialog, [role="menu"], [data-own-keys]') !== null ||
    // What had the focus in a dialog may have gone: the keys are still the dialog's.
    document.querySelector('dialog[open]') !== null;
  return isElsewhere ? undefined : key;
}
