import type { Destination } from '@writ/sdk';
import type { Standing } from '../../parts/facts/facts.tsx';

export function destinationStanding({ status, failing, lastSuccess }: Destination): Standing {
  if (status === 'disabled') return { tone: 'off', words: 'Disabled' };
  if (failing) return { tone: 'bad', words: 'Failing' };
  return lastSuccess === undefined
    ? { tone: 'waiting', words: 'Not used yet' }
    : { tone: 'good', words: 'Works' };
}

/** Undefined if hidden, or if a client fetches. */
export function addressOf({ metadata }: Destination): string | undefined {
  const { url, topic, streamName, bucket } = metadata as Record<string, unknown>;
  const address = [url, topic, streamName, bucket].find((each) => typeof each === 'string');
  return address === '[hidden]' ? undefined : address;
}
