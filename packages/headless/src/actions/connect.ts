import { WritConnectError } from '../errors.ts';
import type { Connection } from '../types.ts';
import { acting } from './acting.ts';
import type { Deps } from './deps.ts';
import { connectionsOf, loaded } from './load.ts';

type PopUp = { closed: boolean; location: { href: string }; close: () => void };
type Told = { origin: string; source: unknown; data: unknown };

/** What of a browser's window is used to connect. */
export type Opener = {
  open: (address: string, name: string, features: string) => PopUp | null;
  addEventListener: (type: 'message', listener: (event: Told) => void) => void;
  removeEventListener: (type: 'message', listener: (event: Told) => void) => void;
};

export type ConnectOptions = {
  /** The account's name at the provider, such as a subdomain, where an address depends on it. */
  providerWorkspaceRef?: string;
};

/**
 * Has the person let the app in at the provider, in a window. To be called as they click: browsers open no window else.
 *
 * @throws WritConnectError when nobody was connected
 */
export function connect(
  deps: Deps,
  { opener, origin, options }: { opener: Opener; origin: string; options: ConnectOptions },
): Promise<Connection> {
  const { store, names, call, project } = deps;
  const popUp = opener.open('', 'writ-connect', 'width=600,height=700');
  return acting(store, 'connecting', async () => {
    if (!popUp) throw new WritConnectError('blocked', 'The browser opened no window.');
    try {
      const { provider } = await loaded(deps);
      const before = (await connectionsOf(deps, provider)).map((one) => JSON.stringify(one));
      const { integration: _, initial: __, ...person } = names;
      const body = { projectIdOrName: project, provider, ...person, ...options };
      popUp.location.href = await call('POST', '/oauth-connect', { body });
      const id = await toldId(opener, popUp, origin);
      const connections = await connectionsOf(deps, provider);
      const connection = connections.find((one) =>
        id ? one.id === id : !before.includes(JSON.stringify(one)),
      );
      if (!connection) throw new WritConnectError('closed', 'The window was closed.');
      store.set({ connection, chosen: connection.id });
      return connection;
    } catch (error) {
      // One that tells why nothing was connected stays open.
      if (!(error instanceof WritConnectError)) popUp.close();
      throw error;
    }
  });
}

/** The connection's id, as the last page of the window tells it; undefined when the window is gone and told nothing. */
function toldId(opener: Opener, popUp: PopUp, origin: string): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const hear = ({ source, data, ...event }: Told): void => {
    // The provider's pages can send messages from this window, too.
    if (source !== popUp || event.origin !== origin) return;
    const told = (data ?? {}) as { eventType?: string; data?: { connection?: string }; message?: string };
    if (told.eventType === 'AUTHORIZATION_SUCCEEDED') resolve(told.data?.connection);
    if (told.eventType === 'AUTHORIZATION_FAILED') reject(new WritConnectError('refused', told.message));
  };
  const watch = setInterval(() => {
    if (popUp.closed) resolve(undefined);
  }, 300);
  opener.addEventListener('message', hear);
  return promise.finally(() => {
    clearInterval(watch);
    opener.removeEventListener('message', hear);
  });
}
