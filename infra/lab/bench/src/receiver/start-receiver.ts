import type { Closing } from '@writ/service-kit';
import { startProcess, type TaskProcess } from '../processes/start-process.ts';
import type { ReceiverResult, ReceiverTask } from './receiver-task.ts';

/** A process that receives webhooks. */
export const startReceiver = (closing: Closing): Promise<TaskProcess<ReceiverTask, ReceiverResult>> =>
  startProcess(new URL('receiver.main.ts', import.meta.url), closing);
