import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase, type Database } from '@writ/db';
import type { OpenApiDocument } from '@writ/docs';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { startSandboxCrm, type SandboxCrm } from '@writ/sandbox-crm';
import { sandboxAddresses } from '@writ/providers';
import type { Closing } from '@writ/service-kit';
import type { SubjectServers } from '@writ/stack';
import { startProcess } from '@writ/test-kit';
import { seedProject, type SeededProject } from './seed-project.ts';
import { startWhole, type Whole } from './start-whole.ts';
import { describedAt, startManagement, type Management } from './start-management.ts';

const checkout = join(import.meta.dirname, '../../../../..');

export type Gateway = { url: string; pid: number; output: () => string };

export type Ground = {
  gateways: readonly [Gateway, ...Gateway[]];
  sandbox: SandboxCrm;
  project: SeededProject;
  addProject: (name: string) => Promise<SeededProject>;
  database: Database;
  document: OpenApiDocument;
  startManagement: (environment?: Readonly<Record<string, string>>) => Promise<Management>;
  startGateway: (environment: Readonly<Record<string, string>>) => Promise<Gateway>;
  surroundings: GroundPlan['surroundings'];
  /** Running servers for a subject of an experiment's own; it starts its own without them. */
  servers: () => Promise<SubjectServers | undefined>;
  startWhole: () => Promise<Whole>;
};

export type GroundPlan = {
  databaseUrl: string;
  redisUrl: string;
  gateways: number;
  surroundings: Record<string, string>;
  /** A migrated database for each management host, which starts its own Postgres without it. */
  newDatabase?: () => Promise<string>;
  servers?: () => Promise<SubjectServers>;
};

/** Starts gateways on given servers, whose database has every migration. */
export async function startGround(closing: Closing, plan: GroundPlan): Promise<Ground> {
  const { databaseUrl, redisUrl, gateways, surroundings, newDatabase } = plan;
  const servers = async () => plan.servers?.();
  const sandbox = closing.add(await startSandboxCrm({ port: 0 }), (opened) => opened.close());
  const database = closing.add(
    openDatabase({ url: databaseUrl, maxConnections: 2, applicationName: 'abuse' }),
    (opened) => opened.close(),
  );
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const secrets = projectSecrets(createKeyring(encryptionKeys), database.pool);
  const addProject = (name: string) => seedProject(database, secrets, sandbox, name);
  const project = await addProject('abused');
  const environment = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ENCRYPTION_KEYS: encryptionKeys,
    WRITE_PORT: '0',
    LOG_LEVEL: 'info',
    ...sandboxAddresses(sandbox.url),
    RATE_LIMIT_PER_KEY: '1000000',
    RATE_LIMIT_PER_PROJECT: '1000000',
  };
  const [first, ...others] = await Promise.all(
    Array.from({ length: gateways }, () => startGateway(closing, environment)),
  );
  if (!first) throw new Error('an experiment needs a gateway');
  const document = await describedAt(first.url);
  return {
    gateways: [first, ...others],
    sandbox,
    project,
    addProject,
    database,
    document,
    startManagement: async (besides) =>
      startManagement(closing, { ...(newDatabase && { DATABASE_URL: await newDatabase() }), ...besides }),
    startGateway: (besides) => startGateway(closing, { ...environment, ...besides }),
    surroundings,
    servers,
    startWhole: async () => startWhole(closing, surroundings, await servers()),
  };
}

const addressLine = /^\{.*"write host listens".*\}$/m;

async function startGateway(closing: Closing, env: Record<string, string>): Promise<Gateway> {
  const started = closing.add(
    await startProcess({
      command: process.execPath,
      args: ['services/write-gateway/src/main.ts'],
      cwd: checkout,
      env,
      readyWhen: addressLine,
    }),
    (running) => running.close(),
  );
  const [line = '{}'] = addressLine.exec(started.output()) ?? [];
  const { url = '' } = JSON.parse(line) as { url?: string };
  return { url, pid: started.pid, output: started.output };
}
