import { generateKeyPairSync, sign } from 'node:crypto';
import type { OpenApiDocument } from '@writ/docs';
import { operationsIn, steps, type Management } from './management-steps.ts';
import type { RunningWrit } from './start-writ.ts';

type Headers = Record<string, string | undefined>;
type Operation = ReturnType<typeof operationsIn>[number];

/** Valid credentials of the steps' project, without access to the customers' resources. */
export async function foreignCallers(
  { demo, caller }: Pick<RunningWrit, 'demo' | 'caller'>,
  management: Management,
) {
  const described = async (url: string) =>
    operationsIn((await caller.call<OpenApiDocument>('GET', new URL('/openapi.json', url).href)).body);
  const managed = await described(demo.managementUrl);
  const written = await described(demo.writeUrl);
  const { known, get } = management;
  const installation = await get<{ group: { groupRef: string }; connection: { id: string } }>(
    `/integrations/${known['integrationIdOrName']}/installations/${known['installationId']}`,
  );
  const integration = await get<{ latestRevision: { id: string } }>(
    `/integrations/${known['integrationIdOrName']}`,
  );
  const names: Readonly<Record<string, string>> = { ...known, revisionId: integration.latestRevision.id };
  const { groupRef } = installation.group;
  const ofGroup = `?groupRef=${encodeURIComponent(groupRef)}`;
  const ofConnection = `?connectionId=${installation.connection.id}`;
  const queries: Readonly<Record<string, string>> = {
    getConnections: ofGroup,
    getGroups: ofGroup,
    getInstallations: ofGroup,
    getIntegrationInstallations: ofGroup,
    getIntegrationObjectMetadata: ofConnection,
    getIntegrationRevisionHydrate: ofConnection,
  };

  return {
    /** Endpoints of both hosts that need a credential. */
    guarded: [...managed, ...written].filter(({ isPublic }) => !isPublic),
    /** The owner of the named resources. */
    groupRef,
    pageKey: await management.keyWith('frontend'),
    /** For another group. */
    token: await signer(management),
    /** Uses the ids that the steps made. */
    send: (operation: Operation, headers: Headers, query = queries[operation.operationId] ?? '') => {
      const host = written.includes(operation) ? demo.writeUrl : demo.managementUrl;
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name);
      const step = steps.find(({ operationId }) => operationId === operation.operationId);
      const [example] = operation.examples ?? [];
      const json =
        example &&
        ('groupRef' in example ? { ...example, groupRef } : (step?.with?.(example, known) ?? example));
      return caller.call<Record<string, unknown>>(operation.method, `${host}${path}${query}`, {
        ...(json && { json }),
        headers: { 'x-api-key': undefined, ...headers },
      });
    },
  };
}

/** Signs with a key registered by the project. */
async function signer({ registerKey }: Management) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const kid = await registerKey(publicKey.export({ type: 'spki', format: 'pem' }).toString());
  return (aud: string, groupRef: string): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const iat = Math.floor(Date.now() / 1_000);
    const text = `${part({ alg: 'EdDSA', kid })}.${part({ aud, groupRef, iat, exp: iat + 600 })}`;
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
  };
}
