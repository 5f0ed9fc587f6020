import type { DeadLetter } from '@writ/sdk';
import { useDeadLetters } from '../../data/operators/system.ts';
import { Status } from '../../parts/facts/facts.tsx';
import { countWords } from '../../parts/facts/words.ts';
import { oneOf, text, times } from '../../parts/filters/filters.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { NothingYet } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { kindWords, standings } from './dead-letter-words.ts';

const filters = {
  status: oneOf('Status', { waiting: standings.waiting.words, replayed: standings.replayed.words }),
  reasonKind: oneOf('Reason', kindWords),
  topic: text('Topic'),
  ...times,
};

const columns: readonly Column<DeadLetter>[] = [
  { head: 'Reason', width: [8, '4fr'], cell: ({ reason }) => <span title={reason}>{reason}</span> },
  { head: 'Status', width: 7, cell: ({ status }) => <Status {...standings[status]} /> },
  { head: 'Kind', width: 7, isWideOnly: true, cell: ({ reasonKind }) => kindWords[reasonKind] },
  { head: 'Topic', width: [8, '2fr'], isWideOnly: true, cell: ({ topic }) => topic },
  { head: 'Bytes', width: 5, atEnd: true, isWideOnly: true, cell: ({ bytes }) => countWords(bytes) },
  { head: 'Came in', width: 5, atEnd: true, cell: ({ createTime }) => <Time at={createTime} /> },
];

export function DeadLettersPage() {
  return (
    <ListPage
      what="dead letters"
      page="dead-letters"
      filters={filters}
      useRows={useWithoutProject}
      columns={columns}
      beneath={({ reasonKind, topic }) => `${kindWords[reasonKind]} · ${topic}`}
      none={
        <NothingYet title="No dead letters">
          <p>An event that Writ cannot read or store is kept here until you replay or discard it.</p>
        </NothingYet>
      }
    />
  );
}

const useWithoutProject = (_: unknown, filter: Parameters<typeof useDeadLetters>[0]) =>
  useDeadLetters(filter);
