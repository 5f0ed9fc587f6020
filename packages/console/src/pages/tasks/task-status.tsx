import type { Task } from '@writ/sdk';
import { Status, type Tone } from '../../parts/facts/status.tsx';

const standings: Readonly<Record<Task['state'], { tone: Tone; words: string }>> = {
  running: { tone: 'busy', words: 'Running' },
  stopped: { tone: 'off', words: 'Stopped' },
  done: { tone: 'good', words: 'Done' },
};

/** How a task stands. */
export function TaskStatus({ task }: { task: Task }) {
  const { tone, words } = standings[task.state];
  return <Status tone={tone}>{words}</Status>;
}
