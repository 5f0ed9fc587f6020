import type { Destination } from '@writ/sdk';
import { Status } from '../../parts/facts/status.tsx';

/** How a destination stands, in a word. */
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

/** Where it leads, by what its kind calls it; undefined where that is hidden or a client fetches. */
export function addressOf({ metadata }: Destination): string | undefined {
  const { url, topic, streamName, bucket } = metadata as Record<string, unknown>;
  const address = [url, topic, streamName, bucket].find((each) => typeof each === 'string');
  return address === '[hidden]' ? undefined : address;
}
