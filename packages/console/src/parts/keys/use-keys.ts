import { useEffect, useRef } from 'react';
import { createStore } from '../../data/store.ts';

/** `Ctrl+K` is also the Mac's ⌘K. */
export type Key = { key: string; words: string; act: () => void };

const groups = createStore<readonly { label: string; keys: readonly Key[] }[]>([]);

/** The keys that do something now. */
export const useKnownKeys = groups.useValue;

/** Binds keys while a part is shown. Keys and words stay; `act` may change. */
export function useKeys(label: string, keys: readonly Key[]): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (latest.current.length === 0) return undefined;
    const act = (key: string) => () => latest.current.find((each) => each.key === key)?.act();
    const group = { label, keys: latest.current.map(({ key, words }) => ({ key, words, act: act(key) })) };
    groups.set([...groups.get(), group]);
    return () => groups.set(groups.get().filter((each) => each !== group));
  }, [label]);
}

export function listenForKeys(): void {
  addEventListener('keydown', (event) => {
    const name = nameOf(event);
    if (event.defaultPrevented || name === undefined) return;
    // Only moving through rows repeats while a key is held.
    if (event.repeat && !['j', 'k'].includes(name)) return;
    const found = groups
      .get()
      .flatMap(({ keys }) => keys)
      .findLast(({ key }) => key === name);
    if (!found) return;
    event.preventDefault();
    found.act();
  });
}

/** Undefined if a field, a dialog, a menu or the focused element takes the key. */
function nameOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): string | undefined {
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k' ? 'Ctrl+K' : undefined;
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return undefined;
  if (key === 'Enter' && target.closest('a, button, summary')) return undefined;
  const isElsewhere =
    target.closest('input, textarea, select, dialog, [role="menu"], [data-own-keys]') !== null ||
    // The focused element of the dialog may be gone.
    document.querySelector('dialog[open]') !== null;
  return isElsewhere ? undefined : key;
}
