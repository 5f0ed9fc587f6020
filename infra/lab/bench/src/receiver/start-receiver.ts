import type { Closing } from '@writ/service-kit';
import { startTaskProcess, type TaskProcess } from '@writ/test-kit';
import type { ReceiverResult, ReceiverTask } from './receiver-task.ts';

/** A process that receives webhooks. */
export const startReceiver = (closing: Closing): Promise<TaskProcess<ReceiverTask, ReceiverResult>> =>
  startTaskProcess(new URL('receiver.main.ts', import.meta.url), closing);
