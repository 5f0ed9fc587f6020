import { WritConnectError } from '../errors.ts';
import type { Connection } from '../types.ts';
import { acting } from './acting.ts';
import type { Deps } from './deps.ts';
import { connectionsOf, loaded } from './load.ts';

type PopUp = { closed: boolean; location: { href: string }; close: () => void };
type Heard = { origin: string; source: unknown; data: unknown };

export type Opener = {
  open: (address: string, name: string, features: string) => PopUp | null;
  addEventListener: (type: 'message', listener: (event: Heard) => void) => void;
  removeEventListener: (type: 'message', listener: (event: Heard) => void) => void;
};

export type ConnectOptions = {
  /** Such as a subdomain, if the account's address depends on it. */
  providerWorkspaceRef?: string;
};

/**
 * Connects in a window of the provider. Call it during the click, or the browser blocks it.
 * @throws WritConnectError
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
      const id = await heardId(opener, popUp, origin);
      const connections = await connectionsOf(deps, provider);
      const connection = connections.find((one) =>
        id ? one.id === id : !before.includes(JSON.stringify(one)),
      );
      if (!connection) throw new WritConnectError('closed', 'The window was closed.');
      store.set({ connection, chosen: connection.id });
      return connection;
    } catch (error) {
      // A window that shows why it failed stays open.
      if (!(error instanceof WritConnectError)) popUp.close();
      throw error;
    }
  });
}

/** The id that the window's last page sends; undefined if it was closed before. */
function heardId(opener: Opener, popUp: PopUp, origin: string): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const hear = ({ source, data, ...event }: Heard): void => {
    // The provider's pages can send messages, too.
    if (source !== popUp || event.origin !== origin) return;
    const message = (data ?? {}) as { eventType?: string; data?: { connection?: string }; message?: string };
    if (message.eventType === 'AUTHORIZATION_SUCCEEDED') resolve(message.data?.connection);
    if (message.eventType === 'AUTHORIZATION_FAILED')
      reject(new WritConnectError('refused', message.message));
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
