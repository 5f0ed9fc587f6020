import { addToOutbox } from '@writ/event-bus';
import { connectionsForCall, liveConnections, type LiveConnections } from '@writ/installation';
import type { Closing, Logger } from '@writ/service-kit';

type LiveParts = Parameters<typeof liveConnections>[0];

/** Refreshes in progress are stored before the process ends. */
export function openConnections(
  parts: Pick<LiveParts, 'database' | 'secrets' | 'providers'> & { logger: Logger },
  closing: Closing,
  findConnection = connectionsForCall(parts.database, parts.secrets),
): LiveConnections {
  const { database, secrets, providers, logger } = parts;
  const connections = liveConnections({
    database,
    secrets,
    providers,
    findConnection,
    announce: addToOutbox,
    random: Math.random,
    onSealedFast: (connectionId, { message }) =>
      logger.error('credentials cannot be opened', { connectionId, reason: message }),
  });
  return closing.add(connections, (opened) => opened.close());
}
