import type { Task } from '@writ/sdk';
import { useLocation } from 'wouter';
import { useProject } from '../../data/project.ts';
import { useTasks } from '../../data/writes/tasks.ts';
import { countWords } from '../../parts/facts/numbers.ts';
import { ChipOfOne } from '../../parts/filters/chip.tsx';
import { Chips } from '../../parts/filters/chips.tsx';
import { oneParam } from '../../parts/filters/params.ts';
import { NotUnderstood } from '../../parts/filters/not-understood.tsx';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { MeantLine } from '../../parts/many/meant.tsx';
import { manyWords } from '../../parts/many/words.ts';
import { Page } from '../../parts/page/page.tsx';
import type { Column } from '../../parts/rows/column.ts';
import { GrowingRows } from '../../parts/rows/growing-rows.tsx';
import { Newer } from '../../parts/rows/newer.tsx';
import { NothingYet } from '../../parts/states/empty.tsx';
import { Time } from '../../parts/time/time.tsx';
import { TaskStatus } from './task-status.tsx';

const params = {
  action: oneParam(['retry', 'cancel', 'redeliver']),
  state: oneParam(['running', 'stopped', 'done']),
};
const actions = (['retry', 'cancel', 'redeliver'] as const).map((value) => ({
  value,
  words: manyWords[value].title,
}));
const states = [
  { value: 'running', words: 'Running' },
  { value: 'stopped', words: 'Stopped' },
  { value: 'done', words: 'Done' },
] as const;

const columns: readonly Column<Task>[] = [
  { head: 'Task', width: 'minmax(8rem, 2fr)', cell: ({ action }) => manyWords[action].title },
  { head: 'Status', width: '6.5rem', cell: (task) => <TaskStatus task={task} /> },
  {
    head: 'Which',
    width: 'minmax(8rem, 5fr)',
    isWideOnly: true,
    cell: ({ filter }) => <MeantLine filter={filter} />,
  },
  { head: 'Done', width: '8rem', atEnd: true, isWideOnly: true, cell: doneOf },
  { head: 'Left out', width: '5rem', atEnd: true, isWideOnly: true, cell: leftOutOf },
  { head: 'Asked for', width: '5rem', atEnd: true, cell: ({ createTime }) => <Time at={createTime} /> },
];

/** What was asked for many at once, and how far it has come. */
export function TasksPage() {
  const project = useProject();
  const [values, change] = useParamsOf(params);
  const [location, navigate] = useLocation();
  const list = useTasks(project, values);
  const clear = () => navigate(location);
  const isFiltered = Object.keys(values).length > 0;
  return (
    <Page title="Tasks" actions={<Newer list={list} />}>
      <Chips label="Filters" isAnySet={isFiltered} onClear={clear}>
        <ChipOfOne
          label="Task"
          choices={actions}
          value={values.action}
          onChange={(action) => change({ action })}
        />
        <ChipOfOne
          label="Status"
          choices={states}
          value={values.state}
          onChange={(state) => change({ state })}
        />
      </Chips>
      <NotUnderstood params={params} />
      <GrowingRows
        list={list}
        what="tasks"
        label="Tasks"
        columns={columns}
        beneath={({ filter }) => <MeantLine filter={filter} />}
        hrefOf={({ id }) => project.to('tasks', id)}
        isFiltered={isFiltered}
        onClear={clear}
        none={<NoneYet />}
      />
    </Page>
  );
}

function NoneYet() {
  return (
    <NothingYet title="No tasks">
      <p>
        What is retried, cancelled or redelivered for many at once, from a list of operations or deliveries,
        is carried out by a task. It is kept for 7 days after its end.
      </p>
    </NothingYet>
  );
}

function doneOf({ done, count, more }: Task) {
  return count === undefined ? countWords(done) : `${countWords(done)} / ${countWords(count, more)}`;
}

function leftOutOf({ leftOut }: Task) {
  return countWords(leftOut.reduce((sum, { count }) => sum + count, 0));
}
