import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWrit, type RunningWrit } from '@writ/all-in-one/testing';
import type { Closing } from '@writ/service-kit';
import { testDatabase } from '@writ/test-kit';
import { SignJWT } from 'jose';
import {
  createWrit,
  type InstallationNames,
  type Writ,
  type WritInstallation,
  type WritOptions,
} from '../index.ts';

/** A request that a client has sent. */
export type Seen = { method: string; path: string; headers: Headers; body: unknown };
type Fetch = typeof fetch;

/** Starts the embedded form, with a folder and a database of its own. */
export async function startServer(closing: Closing, environment: Record<string, string> = {}) {
  const dataDir = closing.add(await mkdtemp(join(tmpdir(), 'writ-clients-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const database = closing.add(await testDatabase(), (db) => db.drop());
  const start = async (): Promise<RunningWrit> => {
    const writ = await startWrit(dataDir, { DATABASE_URL: database.url, ...environment });
    return { ...writ, process: closing.add(writ.process, (running) => running.close()) };
  };
  const writ = await start();
  return { ...writ, again: start, signer: await signerOf(writ) };
}
export type Server = Awaited<ReturnType<typeof startServer>>;

/** Signs tokens as a backend does, with a key that the project knows. */
async function signerOf({ caller, demo }: RunningWrit) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const made = await caller.manage<{ kid: string }>('POST', '/jwt-keys', {
    label: 'page',
    algorithm: 'EdDSA',
    publicKeyPem,
  });
  const sign = (claims: Record<string, unknown>, { kid = made.body.kid, seconds = 300 } = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setAudience(demo.project)
      .setIssuedAt()
      .setExpirationTime(`${seconds} s`)
      .sign(privateKey);
  return sign;
}

/** A customer group of its own, connected to the sandbox and without an installation. */
export async function newGroup({ caller }: Pick<Server, 'caller'>): Promise<string> {
  groups += 1;
  const groupRef = `group-${groups}`;
  const apiKey = 'sandbox-hubspot-globex';
  const made = await caller.manage('POST', '/connections:generate', {
    provider: 'hubspot',
    groupRef,
    apiKey,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return groupRef;
}
let groups = 0;

/** A page of a group: its own client, what it sends, and what becomes of that. */
export function openPage(
  { demo, signer }: Server,
  groupRef: string,
  { names = {}, options = {} }: { names?: Partial<InstallationNames>; options?: Partial<WritOptions> } = {},
): {
  writ: Writ;
  installation: WritInstallation;
  seen: Seen[];
  through: (next: (send: Fetch) => Fetch) => void;
} {
  const seen: Seen[] = [];
  const send: Fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    seen.push({
      method: init?.method ?? 'GET',
      path: url.slice(demo.managementUrl.length),
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    return fetch(input, init);
  };
  let road = send;
  const given = {
    getToken: ({ groupRef: of }: { groupRef: string }) => signer({ groupRef: of }),
    ...options,
  };
  const writ = createWrit({
    baseUrl: demo.managementUrl,
    project: demo.project,
    fetch: (input, init) => road(input, init),
    ...given,
  } as WritOptions);
  return {
    writ,
    installation: writ.installation({ integration: demo.integrations.hubspot, groupRef, ...names }),
    seen,
    through: (next) => (road = next(send)),
  };
}
