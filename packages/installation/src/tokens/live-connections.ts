import type { Actor } from '@writ/contracts';
import type { ProviderFault } from '@writ/write-core';
import { SealedError } from '@writ/tenancy';
import { isRenewable } from '../connection/credentials.ts';
import {
  connectionOpener,
  type ConnectionForCall,
  type SealedConnection,
} from '../write-road/connections-for-call.ts';
import { giveUp } from './give-up.ts';
import type { LiveConnection, LiveConnectionsDeps } from './live-connection.ts';
import { deadConnection, noTimeForToken, sealedFast, unverifiedConnection } from './token-faults.ts';
import { refreshToken, type Refreshes } from './refresh-token.ts';

export type LiveConnections = {
  /** The connection with a lasting access token. Waits for a renewal until the signal aborts. */
  find(connectionId: string, signal: AbortSignal): Promise<LiveConnection | undefined>;
  /** As `find`, for a connection that was just looked up. */
  use(connection: SealedConnection, signal: AbortSignal): Promise<LiveConnection>;
  /**
   * The connection with another access token than the refused one, or the same granted again. If `refusal` is
   * of credentials that cannot be renewed, the connection is dead.
   */
  renew(
    refused: ConnectionForCall,
    signal: AbortSignal,
    refusal?: ProviderFault,
  ): Promise<LiveConnection | undefined>;
  /** As `renew`, on request, with an audit entry. A concurrent renewal's result is used and not audited. */
  renewFor(by: Actor, held: ConnectionForCall, signal: AbortSignal): Promise<LiveConnection | undefined>;
  /**
   * Renews the access token of a working connection before a call needs it. A temporary failure keeps its
   * status. Undefined if it cannot be renewed.
   */
  renewAhead(connectionId: string, signal: AbortSignal): Promise<LiveConnection | undefined>;
  /** Starts no more refreshes; resolves when those in progress are stored. */
  close(): Promise<void>;
};

/** Connections for provider calls. One process at a time renews a token, and stores it before use. */
export function liveConnections(deps: LiveConnectionsDeps): LiveConnections {
  const ending = new AbortController();
  const refreshes: Refreshes = { underWay: new Set(), areOver: () => ending.signal.aborted };
  const underWay = new Map<string, Promise<LiveConnection | undefined>>();

  /** Runs once for all calls of this process with the same credentials. */
  const once = (held: ConnectionForCall, work: () => Promise<LiveConnection | undefined>) => {
    const key = `${held.id} ${held.sealed}`;
    const running = underWay.get(key) ?? work().finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
  const renew = async (held: ConnectionForCall, signal: AbortSignal, by?: Actor) =>
    isRenewable(held)
      ? orAborted<LiveConnection | undefined>(
          once(held, () => refreshToken(deps, held, refreshes, by)),
          signal,
          { kind: 'failed', fault: noTimeForToken },
        )
      : undefined;
  const replace = async (held: ConnectionForCall, signal: AbortSignal, refusal?: ProviderFault) =>
    refusal && (held.justGranted || !isRenewable(held))
      ? orAborted(
          once(held, () => giveUp(deps, held, refusal)),
          signal,
          undefined,
        )
      : renew(held, signal);

  const lasting = async (connection: ConnectionForCall, signal: AbortSignal): Promise<LiveConnection> => {
    if (connection.status === 'unverified') return { kind: 'failed', fault: unverifiedConnection };
    if (connection.status !== 'working') return { kind: 'failed', fault: deadConnection };
    const asItIs = { kind: 'usable', connection } as const;
    if (!connection.refreshDue) return asItIs;
    const live = (await renew(connection, signal)) ?? asItIs;
    // A token that still lives is used if it could not be renewed in time.
    return live.kind === 'failed' && live.fault !== deadConnection && !connection.expired ? asItIs : live;
  };
  const open = connectionOpener(deps.secrets);

  const unlessSealed = faultIfSealed(deps.onSealedFast);

  return {
    find: (connectionId, signal) =>
      unlessSealed(connectionId, async () => {
        const connection = await deps.findConnection(connectionId);
        return connection && lasting(connection, signal);
      }),
    use: (sealed, signal) => unlessSealed(sealed.id, async () => lasting(await open(sealed), signal)),
    renew: (refused, signal, refusal) => unlessSealed(refused.id, () => replace(refused, signal, refusal)),
    renewFor: (by, held, signal) => unlessSealed(held.id, () => renew(held, signal, by)),
    renewAhead: (connectionId, signal) =>
      unlessSealed(connectionId, async () => {
        const connection = await deps.findConnection(connectionId);
        return connection?.status === 'working' ? renew(connection, signal) : undefined;
      }),
    close: async () => {
      ending.abort();
      await Promise.allSettled(refreshes.underWay);
    },
  };
}

/** Returns a fault if no key opens the credentials of connection or app. */
const faultIfSealed =
  (onSealedFast: LiveConnectionsDeps['onSealedFast']) =>
  async <Live extends LiveConnection | undefined>(
    connectionId: string,
    work: () => Promise<Live>,
  ): Promise<Live | LiveConnection> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      onSealedFast(connectionId, error);
      return { kind: 'failed', fault: sealedFast };
    }
  };

/** The work continues after an abort. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(otherwise);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
