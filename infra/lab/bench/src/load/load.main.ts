import { serveTasks } from '../processes/serve-tasks.ts';
import { runLoad } from './run-load.ts';

serveTasks(runLoad);
