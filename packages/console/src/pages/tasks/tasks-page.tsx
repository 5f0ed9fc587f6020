import type { Task } from '@writ/sdk';
import { useTasks } from '../../data/writes/tasks.ts';
import { type Standing, Status } from '../../parts/facts/facts.tsx';
import { countWords } from '../../parts/facts/words.ts';
import { oneOf } from '../../parts/filters/filters.tsx';
import { MeantLine } from '../../parts/many/meant.tsx';
import { titleOf } from '../../parts/many/words.ts';
import { ListPage } from '../../parts/rows/list-page.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { NothingYet } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';

const filters = {
  action: oneOf('Task', {
    retry: titleOf('retry'),
    cancel: titleOf('cancel'),
    redeliver: titleOf('redeliver'),
    erase: titleOf('erase'),
    export: titleOf('export'),
    eraseProject: titleOf('eraseProject'),
  }),
  state: oneOf('Status', { running: 'Running', stopped: 'Stopped', done: 'Done' }),
};

const whichOf = ({ filter }: Task) => <MeantLine filter={filter} />;

const columns: readonly Column<Task>[] = [
  { head: 'Task', width: [8, '2fr'], cell: ({ action }) => titleOf(action) },
  { head: 'Status', width: 6.5, cell: (task) => <Status {...taskStandings[task.state]} /> },
  { head: 'Which', width: [8, '5fr'], isWideOnly: true, cell: whichOf },
  { head: 'Done', width: 8, atEnd: true, isWideOnly: true, cell: doneOf },
  { head: 'Left out', width: 5, atEnd: true, isWideOnly: true, cell: leftOutOf },
  { head: 'Asked for', width: 5, atEnd: true, cell: ({ createTime }) => <Time at={createTime} /> },
];

export function TasksPage() {
  return (
    <ListPage
      what="tasks"
      filters={filters}
      useRows={useTasks}
      columns={columns}
      beneath={whichOf}
      none={
        <NothingYet title="No tasks">
          <p>
            What is retried, cancelled or redelivered for many at once, from a list of operations or
            deliveries, is carried out by a task. It is kept for 7 days after its end.
          </p>
        </NothingYet>
      }
    />
  );
}

export const taskStandings: Readonly<Record<Task['state'], Standing>> = {
  running: { tone: 'busy', words: 'Running' },
  stopped: { tone: 'off', words: 'Stopped' },
  done: { tone: 'good', words: 'Done' },
};

function doneOf({ action, done, count, more }: Task) {
  return count === undefined || action === 'export'
    ? countWords(done)
    : `${countWords(done)} / ${countWords(count, more)}`;
}

function leftOutOf({ leftOut }: Task) {
  return countWords(leftOut.reduce((sum, { count }) => sum + count, 0));
}
