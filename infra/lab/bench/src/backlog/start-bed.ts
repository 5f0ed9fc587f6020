import { sandboxAt, type Replica, type Sandbox } from '@writ/stack';
import type { BenchContext } from '../benchmark.ts';
import { startLoad, type LoadProcess } from '../load/load-process.ts';
import { startSubject, type Subject } from '../subject/start-bench.ts';
import type { QuotaUse, Work } from './work.ts';

/** Services without a worker, which starts after the acceptance of the work. */
export type Bed = {
  subject: Subject;
  sandbox: Sandbox;
  load: LoadProcess;
  startWorker: (work: Pick<Work, 'use' | 'alone'>) => Promise<Replica>;
};

/** The subject has no quota by default; `share` sets the usual one. */
const settingsOf: Readonly<Record<QuotaUse, Readonly<Record<string, string>>>> = {
  none: {},
  whole: {
    HUBSPOT_WINDOW_LIMIT: '110',
    PROVIDER_QUOTA_PERCENT: '100',
    PROVIDER_SYNCHRONOUS_PERCENT: '0',
  },
  share: {
    HUBSPOT_WINDOW_LIMIT: '100',
    PROVIDER_QUOTA_PERCENT: '90',
    PROVIDER_SYNCHRONOUS_PERCENT: '10',
  },
};

export async function startBed(context: BenchContext): Promise<Bed> {
  const subject = await startSubject(context, { replicas: { 'write-worker': 0 } });
  const workers = new Map<string, Replica>();
  return {
    subject,
    sandbox: sandboxAt(subject.stack.sandboxUrl),
    load: await startLoad(context.closing),
    startWorker: async ({ use, alone = false }) => {
      const name = `${use} ${alone}`;
      const stopped = workers.get(name);
      if (stopped) {
        await stopped.restart();
        return stopped;
      }
      const worker = await subject.stack.addReplica('write-worker', {
        environment: { ...settingsOf[use], WRITE_GATHER: alone ? 'off' : 'on' },
      });
      workers.set(name, worker);
      return worker;
    },
  };
}
