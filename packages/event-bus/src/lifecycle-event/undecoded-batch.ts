import type { NotTakenIn } from '../dead-letters/add-dead-letters.ts';
import type { BusMessage } from '../event-bus.ts';

/** A batch of the bus that cannot be decoded: where it stands, up to which offset, its bytes, and why. */
type UndecodedBatch = Required<Pick<BusMessage, 'topic' | 'partition' | 'offset'>> & {
  lastOffset: string;
  bytes: Buffer;
  error: Error;
};

/** A header goes wherever the message goes, so that the reason is known wherever it is read. */
const header = 'writ-undecoded';

/** The message that stands for all of a batch that cannot be decoded. */
export const undecodedMessage = ({ lastOffset, bytes, error, ...place }: UndecodedBatch): BusMessage => ({
  ...place,
  key: null,
  value: bytes,
  headers: {
    [header]: `A batch of messages, of the offsets ${place.offset} to ${lastOffset}, cannot be decoded: ${error.message}.`,
  },
});

/** Why a message is a batch that cannot be decoded; undefined where it is none. Anyone can say so, of messages of theirs. */
export const whyUndecoded = ({ headers }: Pick<BusMessage, 'headers'>): NotTakenIn | undefined => {
  const { [header]: reason } = headers;
  return reason === undefined ? undefined : { kind: 'unreadable', reason };
};
