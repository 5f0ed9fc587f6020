import {
  lifecycleEvent,
  seedProject,
  startSubject as startAny,
  writePath,
  type Account,
  type Sandbox,
  type Seeded,
  type StackProject,
  type Subject,
  type SubjectOptions,
} from '@writ/stack';
import { eventually, startTaskProcess, type TaskProcess } from '@writ/test-kit';
import type { BenchContext } from '../benchmark.ts';
import { startLoad, type LoadProcess } from '../load/load-process.ts';
import type { LoadTask } from '../load/load-task.ts';
import type { PublishTask } from '../publish/publish-task.ts';
import type { Examined, ReceiverResult, ReceiverTask } from '../receiver/receiver-task.ts';
import { contactCall, contactWrite, type WriteWay } from './contact.ts';

export type { Subject } from '@writ/stack';

const shownErrors = 5;

type Own = Pick<SubjectOptions, 'replicas' | 'postgres'> & { environment?: Record<string, string> };

export function startSubject(context: BenchContext, own: Own = {}): Promise<Subject> {
  const { tell, closing, dataDir, profileDir } = context;
  return startAny(closing, {
    ...own,
    dataDir,
    environment: {
      ...context.environment,
      // No quotas: the services are measured, not a provider's limits.
      HUBSPOT_WINDOW_LIMIT: '100000',
      PROVIDER_QUOTA_PERCENT: '100',
      ...(profileDir !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }),
      ...own.environment,
    },
    tell,
    onLine: tellErrors(tell),
  });
}

/** Only the first errors: the others are alike. */
function tellErrors(tell: (line: string) => void): (program: string, line: string) => void {
  let left = shownErrors;
  return (program, line) => {
    if (left === 0 || !line.includes('"level":"error"')) return;
    left -= 1;
    tell(`${program}: ${line}`);
  };
}

export type Bench = Seeded & { subject: Subject; load: LoadProcess };

export async function startBench(context: BenchContext, accounts = 1, own: Own = {}): Promise<Bench> {
  const subject = await startSubject(context, own);
  const seeded = await seedProject(subject, 'bench', accounts);
  return { subject, ...seeded, load: await startLoad(context.closing) };
}

type Posts = Pick<LoadTask, 'urls' | 'headers' | 'bodies' | 'keepOperationIds'>;

/** One contact each, accounts in turn, directly to each gateway. */
export const writeLoad = (
  { stack }: Pick<Subject, 'stack'>,
  project: StackProject,
  accounts: readonly Account[],
  way: WriteWay = { mode: 'asynchronous' },
): Posts => ({
  urls: stack.replicas['write-gateway'].map(({ url }) => url + writePath(project)),
  headers: { 'x-api-key': project.apiKey, 'content-type': 'application/json' },
  bodies: accounts.map((account) => contactWrite(account, way)),
  keepOperationIds: true,
});

/** The provider call of such a write, sent without the services. */
export const bareLoad = ({ url, tokenOf }: Sandbox, account: string): Posts => ({
  urls: [`${url}/hubspot/crm/objects/2026-03/contacts`],
  headers: { authorization: `Bearer ${tokenOf(account)}`, 'content-type': 'application/json' },
  bodies: [contactCall()],
});

export const eventLoad = ({ stack }: Subject, { id, name, apiKey }: StackProject): Posts => ({
  urls: [`${stack.managementUrl}/v1/projects/${name}/events`],
  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  bodies: [JSON.stringify({ ...lifecycleEvent(id, { atMs: 0 }), id: '{n}', time: '{time}' })],
});

/** Validates the body of a write in another process; listens from its first task on. */
export const startYardstick = ({ closing }: BenchContext): Promise<TaskProcess<null, string>> =>
  startTaskProcess(new URL('../yardstick/validating-app.main.ts', import.meta.url), closing);

export const startPublisher = ({
  closing,
}: Pick<BenchContext, 'closing'>): Promise<TaskProcess<PublishTask, number>> =>
  startTaskProcess(new URL('../publish/publish.main.ts', import.meta.url), closing);

const deliveryLimitMs = 90_000;

export type Receiver = {
  url: string;
  behave: (how: Omit<Extract<ReceiverTask, { do: 'behave' }>, 'do'>) => Promise<unknown>;
  receive: <Acted extends { expected: number }>(
    act: () => Promise<Acted>,
  ) => Promise<Acted & { lastAtMs: number; examined: Examined }>;
};

export async function startReceiver({ closing }: Pick<BenchContext, 'closing'>): Promise<Receiver> {
  const main = new URL('../receiver/receiver.main.ts', import.meta.url);
  const { perform } = await startTaskProcess<ReceiverTask, ReceiverResult>(main, closing);
  const { url } = await perform({ do: 'listen' });
  return {
    url,
    behave: (how) => perform({ do: 'behave', ...how }),
    receive: async (act) => {
      await perform({ do: 'forget' });
      const acted = await act();
      const isAll = async () => (await perform({ do: 'count' })).received >= acted.expected;
      await eventually(isAll, { withinMs: deliveryLimitMs, everyMs: 100 });
      const { lastAtMs, examined } = await perform({ do: 'examine' });
      if (!examined) throw new Error('The receiver examined nothing.');
      return { ...acted, lastAtMs, examined };
    },
  };
}
