import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClosing, type Closing } from '@writ/service-kit';
import {
  createManagement,
  installAccounts,
  openProject,
  sandboxAt,
  startStack,
  type Account,
  type Management,
  type Sandbox,
  type Stack,
  type StackProject,
} from '@writ/stack';
import { startReceiver, type Receiver } from '@writ/test-kit';

/** All of it, as it is operated: servers, each service as a process, the edge; and a receiver of webhooks. */
export type Whole = {
  stack: Stack;
  adminToken: string;
  /** With the administrators' token. */
  admin: Management;
  project: StackProject;
  account: Account;
  sandbox: Sandbox;
  receiver: Receiver;
  /** What services and edge have printed so far, each line after the name of its program. */
  printed: readonly string[];
  /** Ends it before its ground ends. */
  close: () => Promise<void>;
};

/** @param surroundings `PATH` and the like */
export async function startWhole(
  ground: Closing,
  surroundings: Readonly<Record<string, string>>,
): Promise<Whole> {
  const closing = ground.add(createClosing(), (own) => own.close());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-abuse-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  const adminToken = randomBytes(24).toString('base64url');
  const printed: string[] = [];
  const stack = await startStack({
    dataDir,
    environment: {
      ...surroundings,
      LOG_LEVEL: 'debug',
      ADMIN_TOKEN: adminToken,
      // The receiver listens on loopback, which is refused otherwise.
      DESTINATION_ALLOW_HTTP: 'true',
      DESTINATION_ALLOW_CIDRS: '127.0.0.1/32',
      DELIVERY_SCHEDULE_SECONDS: '1,1,1,1,1',
    },
    onLine: (program, line) => program !== 'sandbox' && printed.push(`${program}: ${line}`),
  });
  closing.add(stack, (started) => started.stop());
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  const admin = createManagement(stack.managementUrl, adminToken);
  const project = await openProject(admin, 'abused');
  const sandbox = sandboxAt(stack.sandboxUrl);
  const [account] = await installAccounts(project, sandbox, 1);
  if (!account) throw new Error('the account that was just made is not there');
  return {
    stack,
    adminToken,
    admin,
    project,
    account,
    sandbox,
    receiver,
    printed,
    close: () => closing.close(),
  };
}
