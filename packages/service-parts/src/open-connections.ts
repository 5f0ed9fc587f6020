import { addToOutbox } from '@writ/event-bus';
import {
  connectionsForCall,
  liveConnections,
  type FindConnectionForCall,
  type LiveConnections,
} from '@writ/installation';
import type { Closing, Logger } from '@writ/service-kit';

type LiveParts = Parameters<typeof liveConnections>[0];

/**
 * Connections for the calls of a process; refreshes that it has begun are stored before it ends.
 *
 * @param recently where calls may use a connection as it was a moment ago: remembers what the look-up finds
 */
export function openConnections(
  parts: Pick<LiveParts, 'secrets' | 'providers'> & {
    database: Parameters<typeof connectionsForCall>[0];
    logger: Logger;
  },
  closing: Closing,
  recently?: (find: FindConnectionForCall) => FindConnectionForCall,
): LiveConnections {
  const { database, secrets, providers, logger } = parts;
  const findConnection = connectionsForCall(database, secrets);
  const connections = liveConnections({
    database,
    secrets,
    providers,
    findConnection,
    ...(recently && { findRecently: recently(findConnection) }),
    announce: addToOutbox,
    random: Math.random,
    onSealedFast: (connectionId, { message }) =>
      logger.error('credentials cannot be opened', { connectionId, reason: message }),
  });
  return closing.add(connections, (opened) => opened.idle());
}
