import { join } from 'node:path';
import type { OpenApiDocument } from '@writ/docs';
import type { Closing } from '@writ/service-kit';
import {
  sandboxAt,
  startSubject,
  type Replica,
  type Sandbox,
  type StackProvider,
  type Subject,
  type SubjectServers,
} from '@writ/stack';
import { seedProject, type SeededProject } from './seed-project.ts';
import { describedAt, startManagement, type Management } from './start-management.ts';
import { startWhole, type Whole } from './start-whole.ts';

/** Gateways and their projects, without a worker. */
export type Ground = {
  subject: Subject;
  gateways: readonly [Replica, ...Replica[]];
  sandbox: Sandbox;
  projects: Readonly<Record<StackProvider, SeededProject>>;
  document: OpenApiDocument;
  /** Shared by experiments that leave the demo as it is or come last. */
  management: () => Promise<Management>;
  /** For one experiment. */
  startManagement: (environment?: Readonly<Record<string, string>>) => Promise<Management>;
  startWhole: () => Promise<Whole>;
};

export type GroundPlan = {
  dataDir: string;
  gateways: number;
  /** PATH and HOME. */
  environment: Record<string, string>;
  /** A migrated database per management host; without it each starts its own Postgres. */
  newDatabase?: () => Promise<string>;
  /** Running servers; without them each subject starts its own. */
  servers?: () => Promise<SubjectServers>;
  tell: (line: string) => void;
};

export async function startGround(closing: Closing, plan: GroundPlan): Promise<Ground> {
  const { environment, newDatabase, tell } = plan;
  const subject = await startSubject(closing, {
    dataDir: join(plan.dataDir, 'stack'),
    servers: await plan.servers?.(),
    environment,
    replicas: { 'write-gateway': plan.gateways, 'write-worker': 0, operations: 0, notification: 0 },
    tell,
  });
  const [first, ...others] = subject.stack.replicas['write-gateway'];
  if (!first) throw new Error('an experiment needs a gateway');
  const startOwn = async (besides: Readonly<Record<string, string>> = {}) =>
    startManagement(closing, { ...(newDatabase && { DATABASE_URL: await newDatabase() }), ...besides });
  let shared: Promise<Management> | undefined;
  return {
    subject,
    gateways: [first, ...others],
    sandbox: sandboxAt(subject.stack.sandboxUrl),
    projects: {
      hubspot: await seedProject(subject, 'abused-hubspot', 'hubspot'),
      salesforce: await seedProject(subject, 'abused-salesforce', 'salesforce'),
    },
    document: await describedAt(first.url),
    management: () => (shared ??= startOwn()),
    startManagement: startOwn,
    startWhole: async () => startWhole(closing, environment, await plan.servers?.()),
  };
}
