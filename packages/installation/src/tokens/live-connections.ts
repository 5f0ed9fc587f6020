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
  /**
   * The connection with an access token that lasts: one that ends soon is renewed before. Undefined when there is no
   * such connection. Waits for the renewal no longer than the signal allows.
   */
  find(connectionId: string, signal: AbortSignal): Promise<LiveConnection | undefined>;
  /** As `find`, for a connection that was looked up just now, or a moment ago. */
  use(connection: SealedConnection, signal: AbortSignal): Promise<LiveConnection>;
  /**
   * The connection with another access token than the provider has just refused, or with that one where it is granted
   * once more; undefined where none can be had now. After a `refusal` in which the provider has said that it does not take
   * the credentials, the connection is dead until it gets others if they cannot be renewed, or were granted for this call.
   */
  renew(
    refused: ConnectionForCall,
    signal: AbortSignal,
    refusal?: ProviderFault,
  ): Promise<LiveConnection | undefined>;
  /**
   * As `renew`, for somebody who asks for it: the audit has what came of it, in the transaction that stores that. Where
   * others renew it at the same time their result is used, and is not noted as an act of this one.
   */
  renewFor(by: Actor, held: ConnectionForCall, signal: AbortSignal): Promise<LiveConnection | undefined>;
  /**
   * Renews the access token of a connection that works, before a call needs it: its state stays what it is if that fails in
   * passing. Undefined where there is nothing to renew, or nothing to renew it with.
   */
  renewAhead(connectionId: string, signal: AbortSignal): Promise<LiveConnection | undefined>;
  /** Begins no refresh from now on, and resolves when those that were begun are stored. */
  close(): Promise<void>;
};

/**
 * Connections for provider calls. Tokens are renewed one at a time per connection, among all processes, and stored
 * before they are used (Contract §5); all who wait for a renewal use its result.
 */
export function liveConnections(deps: LiveConnectionsDeps): LiveConnections {
  const ending = new AbortController();
  const refreshes: Refreshes = { underWay: new Set(), areOver: () => ending.signal.aborted };
  const underWay = new Map<string, Promise<LiveConnection | undefined>>();

  /** Done once for all calls of this process that hold the same credentials. */
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
    // A token that still lives is used as long as it does, should it not be renewed in time.
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

/** Returns a fault if no key opens the credentials of the connection or of the project's app. */
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

/** What `work` gives, or `otherwise` when the signal is aborted before; the work itself goes on. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(otherwise);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
