import type { Delivery } from '@writ/sdk';
import { Status, type Tone } from '../../parts/facts/status.tsx';

/** How a delivery stands, in a word or two. */
export function DeliveryStatus({ delivery: { status, stage } }: { delivery: Delivery }) {
  const { tone, words } = status === 'pending' ? stages[stage ?? 'new'] : ends[status];
  return <Status tone={tone}>{words}</Status>;
}

type Standing = { tone: Tone; words: string };

const stages: Readonly<Record<NonNullable<Delivery['stage']>, Standing>> = {
  new: { tone: 'busy', words: 'New' },
  sending: { tone: 'busy', words: 'Sending' },
  retrying: { tone: 'waiting', words: 'Retrying' },
};

const ends: Readonly<Record<Exclude<Delivery['status'], 'pending'>, Standing>> = {
  delivered: { tone: 'good', words: 'Delivered' },
  failed: { tone: 'bad', words: 'Failed' },
  held: { tone: 'waiting', words: 'Held' },
};
