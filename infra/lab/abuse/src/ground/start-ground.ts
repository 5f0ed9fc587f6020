import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase, type Database } from '@writ/db';
import type { OpenApiDocument } from '@writ/http-kit';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { startSandboxCrm, type SandboxCrm } from '@writ/sandbox-crm';
import { sandboxAddresses, type Closing } from '@writ/service-kit';
import { startProcess } from '@writ/test-kit';
import { seedProject, type SeededProject } from './seed-project.ts';
import { startWhole, type Whole } from './start-whole.ts';
import { describedAt, startManagement, type Management } from './start-management.ts';

const checkout = join(import.meta.dirname, '../../../../..');

export type Gateway = { url: string; pid: number; output: () => string };

/** Gateways as processes, the sandbox CRMs in this one, and a project with two installations. */
export type Ground = {
  gateways: readonly [Gateway, ...Gateway[]];
  sandbox: SandboxCrm;
  project: SeededProject;
  /** Makes another project with the same installations. */
  addProject: (name: string) => Promise<SeededProject>;
  database: Database;
  /** The write host's description of itself. */
  document: OpenApiDocument;
  /** Starts the management host with further variables. */
  startManagement: (environment?: Readonly<Record<string, string>>) => Promise<Management>;
  /** Starts another gateway on the same servers, with further variables. */
  startGateway: (environment: Readonly<Record<string, string>>) => Promise<Gateway>;
  /** `PATH` and the like, for processes of an experiment's own. */
  surroundings: GroundPlan['surroundings'];
  /** Starts servers, services and edge of their own. */
  startWhole: () => Promise<Whole>;
};

export type GroundPlan = {
  databaseUrl: string;
  redisUrl: string;
  gateways: number;
  /** `PATH` and the like. */
  surroundings: Record<string, string>;
};

/** Starts gateways on given servers, whose database has every migration. */
export async function startGround(
  closing: Closing,
  { databaseUrl, redisUrl, gateways, surroundings }: GroundPlan,
): Promise<Ground> {
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
    startManagement: (besides) => startManagement(closing, besides),
    startGateway: (besides) => startGateway(closing, { ...environment, ...besides }),
    surroundings,
    startWhole: () => startWhole(closing, surroundings),
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
