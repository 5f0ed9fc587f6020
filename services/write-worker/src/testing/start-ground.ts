import type { Database } from '@writ/db';
import type { Providers } from '@writ/providers';
import { startSandboxCrm, type SandboxCrm } from '@writ/sandbox-crm';
import { createClosing } from '@writ/service-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { sandboxProviders } from './sandbox-providers.ts';

/** A database, a sandbox and connections to its accounts. */
export type Ground = {
  database: Database;
  sandbox: SandboxCrm;
  providers: Providers;
  close(): Promise<void>;
};

export async function startGround(): Promise<Ground> {
  const closing = createClosing();
  const database = closing.add(await openTestDatabase({ maxConnections: 4 }), (opened) => opened.close());
  const sandbox = closing.add(await startSandboxCrm({ port: 0 }), (opened) => opened.close());
  const providers = closing.add(sandboxProviders(sandbox), (opened) => opened.close());
  return { database, sandbox, providers, close: () => closing.close() };
}
