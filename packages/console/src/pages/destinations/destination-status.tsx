import type { Destination } from '@writ/sdk';
import { Status } from '../../parts/facts/status.tsx';

/** The state of a destination in a word. */
export function DestinationStatus({ destination }: { destination: Destination }) {
  const { status, failing, lastSuccess } = destination;
  if (status === 'disabled') return <Status tone="off">Disabled</Status>;
  if (failing) return <Status tone="bad">Failing</Status>;
  return lastSuccess === undefined ? (
    <Status tone="waiting">Not used yet</Status>
  ) : (
    <Status tone="good">Works</Status>
  );
}

/** Its address, as its kind names it; undefined if hidden, or if a client fetches. */
export function addressOf({ metadata }: Destination): string | undefined {
  const { url, topic, streamName, bucket } = metadata as Record<string, unknown>;
  const address = [url, topic, streamName, bucket].find((each) => typeof each === 'string');
  return address === '[hidden]' ? undefined : address;
}
