import type { Delivery } from '@writ/sdk';
import { Id } from '../../parts/facts/id.tsx';
import { shortened } from '../../parts/facts/shortened.ts';
import { Theirs } from '../../parts/facts/theirs.tsx';
import type { Column } from '../../parts/rows/column.ts';
import { Time } from '../../parts/time/time.tsx';
import { DeliveryStatus } from './delivery-status.tsx';

/** Names of destinations, by id. */
type Names = ReadonlyMap<string, string>;

/** The columns of a list of deliveries. */
export const deliveryColumns = (names: Names): readonly Column<Delivery>[] => [
  { head: 'Event', width: 'minmax(8rem, 2fr)', cell: ({ eventType }) => eventType },
  status,
  { ...destinationIn(names), isWideOnly: true },
  ...others,
];

/** The columns of the deliveries of one event. */
export const columnsOfEvent = (names: Names): readonly Column<Delivery>[] => [
  destinationIn(names),
  status,
  ...others,
];

const status: Column<Delivery> = {
  head: 'Status',
  width: '7rem',
  cell: (delivery) => <DeliveryStatus delivery={delivery} />,
};

const destinationIn = (names: Names): Column<Delivery> => ({
  head: 'Destination',
  width: 'minmax(6rem, 2fr)',
  cell: (delivery) => <Theirs>{nameIn(names, delivery)}</Theirs>,
});

const others: readonly Column<Delivery>[] = [
  { head: 'What happened', width: 'minmax(8rem, 6fr)', isWideOnly: true, cell: happened },
  {
    head: 'Attempts',
    width: '5rem',
    atEnd: true,
    isWideOnly: true,
    cell: ({ attemptCount }) => attemptCount,
  },
  { head: 'Id', width: '9rem', isWideOnly: true, cell: ({ id }) => <Id id={id} /> },
  { head: 'Made', width: '5.5rem', atEnd: true, cell: ({ createTime }) => <Time at={createTime} /> },
];

/** What of a delivery stands beneath it in a narrow window. */
export const beneathDelivery = (names: Names) => (delivery: Delivery) => {
  const what = happened(delivery);
  return (
    <>
      <Theirs>{nameIn(names, delivery)}</Theirs>
      {what !== '' && <> · {what}</>}
    </>
  );
};

const nameIn = (names: Names, { destinationId }: Delivery): string =>
  names.get(destinationId) ?? shortened(destinationId);

export function happened({ status, stage, lastError, nextAttempt }: Delivery) {
  if (status === 'delivered') return '';
  const message = status === 'held' ? 'The destination was disabled.' : lastError?.message;
  if (stage !== 'retrying' || nextAttempt === undefined) return message ?? '';
  return (
    <>
      next <Time at={nextAttempt} />
      {message !== undefined && (
        <>
          {' '}
          · <Theirs>{message}</Theirs>
        </>
      )}
    </>
  );
}
