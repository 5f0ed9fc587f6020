import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClosing, type Closing } from '@writ/service-kit';
import {
  seedProject,
  startSubject,
  type Account,
  type Seeded,
  type Subject,
  type SubjectServers,
} from '@writ/stack';
import { startReceiver, type Receiver } from '@writ/test-kit';

export type Whole = Subject &
  Seeded & {
    account: Account;
    receiver: Receiver;
    /** All lines of services and edge, each after its program's name. */
    printed: readonly string[];
    /** Call before the ground ends. */
    close: () => Promise<void>;
  };

export async function startWhole(
  ground: Closing,
  environment: Record<string, string>,
  servers: SubjectServers | undefined,
): Promise<Whole> {
  const closing = ground.add(createClosing(), (own) => own.close());
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-abuse-')), (dir) =>
    rm(dir, { recursive: true, force: true }),
  );
  const printed: string[] = [];
  const subject = await startSubject(closing, {
    dataDir,
    servers,
    environment: { ...environment, LOG_LEVEL: 'debug', DELIVERY_SCHEDULE_SECONDS: '1,1,1,1,1' },
    onLine: (program, line) => program !== 'sandbox' && printed.push(`${program}: ${line}`),
    tell: () => undefined,
  });
  const receiver = closing.add(await startReceiver(), (opened) => opened.close());
  const seeded = await seedProject(subject, 'abused', 1);
  const [account] = seeded.accounts;
  return { ...subject, ...seeded, account, receiver, printed, close: () => closing.close() };
}
