import { useSyncExternalStore } from 'react';

/** What a reader chose on this device: nothing of it is secret. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  /** `local`, `UTC`, or the name of a zone. */
  zone: string;
};

const storageKey = 'writ-console';
const usual: Preferences = { theme: 'system', zone: 'local' };
const listeners = new Set<() => void>();
let current = stored();

/** What was stored is not to be trusted: an older console, or somebody else, wrote it. */
function stored(): Preferences {
  try {
    const { theme, zone } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Preferences>;
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : usual.theme,
      zone: typeof zone === 'string' && isZone(zone) ? zone : usual.zone,
    };
  } catch {
    return usual;
  }
}

/** Whether a zone is known to this browser. */
export function isZone(zone: string): boolean {
  try {
    return zone === 'local' || new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/** Keeps what was chosen; a zone that is not known is left out. */
export function setPreferences(changes: Partial<Preferences>): void {
  if (changes.zone !== undefined && !isZone(changes.zone)) return;
  current = { ...current, ...changes };
  localStorage.setItem(storageKey, JSON.stringify(current));
  applyTheme();
  for (const tell of listeners) tell();
}

/** Puts the chosen theme on the page; without a choice the system's holds. */
export function applyTheme(): void {
  const { theme } = current;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);

/** The zone in which times are shown, as `Intl` knows it; undefined: the browser's own. */
export function useZone(): string | undefined {
  const { zone } = usePreferences();
  return zone === 'local' ? undefined : zone;
}
