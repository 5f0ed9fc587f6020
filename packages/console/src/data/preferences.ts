import { createStore } from './store.ts';

export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  /** `local`, `UTC`, or the name of a zone. */
  zone: string;
};

const storageKey = 'writ-console';
const usual: Preferences = { theme: 'system', zone: 'local' };
const preferences = createStore(stored());
export const usePreferences = preferences.useValue;

/** An older console may have written anything. */
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

export function isZone(zone: string): boolean {
  try {
    return zone === 'local' || new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/** An unknown zone changes nothing. */
export function setPreferences(changes: Partial<Preferences>): void {
  if (changes.zone !== undefined && !isZone(changes.zone)) return;
  preferences.set({ ...preferences.get(), ...changes });
  localStorage.setItem(storageKey, JSON.stringify(preferences.get()));
  applyTheme();
}

export function applyTheme(): void {
  const { theme } = preferences.get();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** The reader's zone for `Intl`; undefined: the browser's own. */
export function useZone(): string | undefined {
  const { zone } = usePreferences();
  return zone === 'local' ? undefined : zone;
}
