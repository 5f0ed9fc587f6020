import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountBook } from './accounts/account-book.ts';
import type { AccountSettings } from './accounts/settings.ts';
import { codeBook } from './accounts/code-book.ts';
import { tokenBook } from './accounts/token-book.ts';
import { controlDoor } from './control/control-door.ts';
import { operator } from './control/operator.ts';
import { doubles } from './doubles.ts';
import { faultBook } from './faults/fault-book.ts';
import { journal } from './journal/journal.ts';
import { runningSandbox, type SandboxCrm } from './running-sandbox.ts';
import { providerNames, type ProviderName } from './provider-name.ts';
import type { GivenAnswer } from './server/call.ts';
import type { DoubleContext } from './server/double.ts';
import { serveRequest } from './server/serve-request.ts';

export type SandboxCrmOptions = {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** The address that clients are told, in place of the host that each of them asked. */
  readonly publicUrl?: string;
  /** Milliseconds since 1970; quotas, token lifetimes and record times follow it. */
  readonly clock?: { now(): number };
  readonly log?: (line: string) => void;
  /** What accounts start with, where it differs from the providers' published limits. */
  readonly settings?: Partial<Readonly<Record<ProviderName, Partial<AccountSettings>>>>;
  /** Told of each answer to a request to a provider, before a fault makes something else of it. */
  readonly onAnswer?: (answer: GivenAnswer) => void;
  /** How many requests the journal keeps; 100,000 by default. */
  readonly journalEntries?: number;
};

const defaultJournalEntries = 100_000;

/** Large batches would fill the memory long before the number of entries does. */
const journalBodyCharacters = 256 * 1024 * 1024;

/** Idle connections stay open longer than clients keep them, so that a client never meets one that is just closing. */
const keepAliveMs = 75_000;

/** Starts both doubles and the control endpoints on one port, and resolves when they can be reached. */
export async function startSandboxCrm(options: SandboxCrmOptions): Promise<SandboxCrm> {
  const { clock = { now: Date.now }, log = () => undefined, host = '127.0.0.1' } = options;
  const accounts = accountBook(
    ofEach((provider) => doubles[provider].types),
    ofEach((provider) => ({ ...doubles[provider].settings, ...options.settings?.[provider] })),
  );
  const tokens = tokenBook({ accounts, clock });
  const codes = codeBook({ accounts, clock });
  const faults = faultBook();
  const kept = journal({
    entries: options.journalEntries ?? defaultJournalEntries,
    bodyCharacters: journalBodyCharacters,
  });
  const controls = operator({ accounts, tokens, codes, faults, journal: kept });

  const baseUrl = (path: string) => (headers: IncomingHttpHeaders) =>
    `${options.publicUrl ?? `http://${headers.host ?? host}`}/${path}`;
  const { nextRecordNumber } = accounts;
  const contextOf = (provider: ProviderName): DoubleContext => ({
    tokens,
    codes,
    clock,
    nextRecordNumber,
    baseUrl: baseUrl(provider),
  });
  const deps = {
    doors: ofEach((provider) => doubles[provider].door(contextOf(provider))),
    control: controlDoor(controls),
    faults,
    journal: kept,
    clock,
    log,
    onAnswer: options.onAnswer ?? (() => undefined),
  };

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) =>
    serveRequest(deps, request, response),
  );
  const port = await listen(server, options.port, host);
  return runningSandbox({ server, url: `http://${host}:${port}`, port, controls });
}

/** The same of each provider. */
const ofEach = <T>(make: (provider: ProviderName) => T): Readonly<Record<ProviderName, T>> =>
  Object.fromEntries(providerNames.map((provider) => [provider, make(provider)])) as Record<ProviderName, T>;

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      // A TCP server has an address object once it listens.
      resolve((server.address() as AddressInfo).port);
    });
  });
}
