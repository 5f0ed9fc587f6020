import type { Delivery } from '@writ/sdk';
import { NameOf, type Standing, Status } from '../../parts/facts/facts.tsx';
import { Id } from '../../parts/facts/id.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { Time } from '../../parts/time/time.tsx';

export const deliveryStanding = ({ status, stage }: Delivery): Standing =>
  status === 'pending' ? stages[stage ?? 'new'] : ends[status];

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

const event: Column<Delivery> = { head: 'Event', width: [8, '2fr'], cell: ({ eventType }) => eventType };

const status: Column<Delivery> = {
  head: 'Status',
  width: 7,
  cell: (delivery) => <Status {...deliveryStanding(delivery)} />,
};

const destination: Column<Delivery> = {
  head: 'Destination',
  width: [6, '2fr'],
  cell: ({ destinationId }) => <NameOf kind="destinations" id={destinationId} />,
};

const others: readonly Column<Delivery>[] = [
  { head: 'What happened', width: [8, '6fr'], isWideOnly: true, cell: happened },
  { head: 'Attempts', width: 5, atEnd: true, isWideOnly: true, cell: (each) => each.attemptCount },
  { head: 'Id', width: 9, isWideOnly: true, cell: ({ id }) => <Id id={id} /> },
  { head: 'Made', width: 5.5, atEnd: true, cell: ({ createTime }) => <Time at={createTime} /> },
];

export const deliveryColumns = [event, status, { ...destination, isWideOnly: true }, ...others];

export const columnsOfEvent = [destination, status, ...others];

export function happened({ status: is, stage, lastError, nextAttempt }: Delivery) {
  if (is === 'delivered') return '';
  const message = is === 'held' ? 'The destination was disabled.' : lastError?.message;
  if (stage !== 'retrying' || nextAttempt === undefined) return message ?? '';
  return (
    <>
      next <Time at={nextAttempt} />
      {message !== undefined && (
        <>
          {' '}
          · <bdi>{message}</bdi>
        </>
      )}
    </>
  );
}
