import { serveTasks } from '@writ/test-kit/serve-tasks';
import { runLoad } from './run-load.ts';

serveTasks(runLoad);
