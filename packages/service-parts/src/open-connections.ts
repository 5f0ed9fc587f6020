import { addToOutbox } from '@writ/event-bus';
import { connectionsForCall, liveConnections, type LiveConnections } from '@writ/installation';
import type { Closing, Logger } from '@writ/service-kit';

type LiveParts = Parameters<typeof liveConnections>[0];

/**
 * Connections for the calls of a process; refreshes that it has begun are stored before it ends.
 *
 * @param finds for who looks connections up, too: the look-up, and the same where calls may use a connection as it was a
 *   moment ago
 */
export function openConnections(
  parts: Pick<LiveParts, 'database' | 'secrets' | 'providers'> & { logger: Logger },
  closing: Closing,
  finds: Partial<Pick<LiveParts, 'findConnection' | 'findRecently'>> = {},
): LiveConnections {
  const { database, secrets, providers, logger } = parts;
  const { findConnection = connectionsForCall(database, secrets), findRecently } = finds;
  const connections = liveConnections({
    database,
    secrets,
    providers,
    findConnection,
    ...(findRecently && { findRecently }),
    announce: addToOutbox,
    random: Math.random,
    onSealedFast: (connectionId, { message }) =>
      logger.error('credentials cannot be opened', { connectionId, reason: message }),
  });
  return closing.add(connections, (opened) => opened.idle());
}
