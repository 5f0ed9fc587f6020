import {
  problemSchema,
  problemWithIssuesSchema,
  writeAnswerExamples,
  writeAnswerHeaders,
  writeAnswerSchema,
  writeBodyBytes,
  writeFailureSchema,
  writeHeadersSchema,
  writeRequestBodies,
  writeRequestExamples,
  writeRequestSchema,
} from '@writ/contracts';
import type { WriteLookUps } from '@writ/installation';
import { endpoint, ok } from '@writ/http';
import type { KeyedRequest } from '@writ/operation';
import type { ProviderAdapter } from '@writ/providers';
import { inSpan } from '@writ/service-kit';
import type { WriteCommand } from '@writ/write-core';
import { lookAtTarget, noIntegration, writeRules } from '@writ/write-request';
import { keyedRequest } from '../idempotency/keyed-request.ts';
import { replayedHeader, type OnceAnswer } from '../idempotency/repeat-answer.ts';
import type { AcceptWrite, LaterWrite } from '../write/accept-write.ts';
import type { HashValues } from '../write/hash-values.ts';
import type { PerformWrite } from '../write/perform-write.ts';

const description = `A synchronous write is answered after the CRM has answered, with the record or the CRM's error.
An asynchronous write is answered with its operation's id as soon as it is stored. Writ retries it until its deadline.
Give one \`record\`, or up to 100 in a \`batch\`, not both.`;
const answers = {
  200: writeAnswerSchema,
  403: problemWithIssuesSchema,
  409: problemSchema,
  422: writeFailureSchema,
  502: writeFailureSchema,
  503: writeFailureSchema,
  504: writeFailureSchema,
} as const;

const ownRefusals = [
  'object-not-writable',
  'object-switched-off',
  'deletion-disabled',
  'installation-not-found',
  'request-running',
  'provider-refused',
  'connection-not-working',
  'idempotency-mismatch',
  'backlog-full',
  'provider-unreachable',
  'provider-timeout',
  'outcome-unknown',
] as const;

const docs = {
  tag: 'Write records',
  operationId: 'writeRecords',
  description,
  bodies: writeRequestBodies,
  body: writeRequestExamples,
  answers: { 200: writeAnswerExamples },
  answerHeaders: writeAnswerHeaders,
  refusals: ownRefusals,
} as const;

/** Specification, Write records. */
export const postWrite = (
  deps: WriteLookUps & {
    adapterFor: (provider: string) => ProviderAdapter | undefined;
    findAnswer: (request: KeyedRequest | undefined) => Promise<OnceAnswer | undefined>;
    hashValues: HashValues;
    accept: AcceptWrite;
    perform: PerformWrite;
  },
) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/objects/:objectName',
    summary: 'Write records',
    access: { scope: 'write:records' },
    headers: writeHeadersSchema,
    body: writeRequestSchema,
    bodyLimitBytes: writeBodyBytes,
    rules: ({ body }) => writeRules(body),
    answers,
    docs,
    lookUpByCredential: ({ credential, params, readBody }) =>
      deps.findByCredential(credential, async () => ({ ...params, groupRef: groupRefIn(await readBody()) })),
    look: async ({ params, body, project, header, byCredential, countForGroup }) => {
      await countForGroup(body.groupRef);
      const { integrationIdOrName, objectName } = params;
      const names = { ...params, groupRef: body.groupRef, projectId: project.id };
      const found = byCredential ?? (await deps.findInstallation(names));
      if (found.kind === 'no-integration') throw noIntegration(integrationIdOrName);
      const { integrationId } = found.kind === 'found' ? found.installation : found;
      const sentTo = { projectId: project.id, integrationId };
      const keyed = keyedRequest(header('Idempotency-Key'), sentTo, objectName, body);
      const first = await deps.findAnswer(keyed);
      if (first) return { first };
      const asked = { adapterFor: deps.adapterFor, request: body, object: objectInPath(objectName) };
      return { first, keyed, ...inSpan('plan', {}, () => lookAtTarget(found, asked)) };
    },
    act: async (found, { params: { objectName }, requestId, traceParent, signal }) => {
      if (found.first) return ok(found.first.body, replayedHeader);
      const { keyed, write } = found;
      const { installation, notes, adapter, command } = write;
      const of = { headers: command.headers, keyed, objectName, requestId, traceParent };
      const common = { installation, plan: await deps.hashValues(write, objectName), notes, ...of };
      const when = laterOf(command);
      if (when) {
        const { declaration } = adapter;
        const { operationId, replayed } = await deps.accept({ ...common, when, declaration });
        return ok({ operationId }, replayed ? replayedHeader : {});
      }
      const answer = await deps.perform({ ...common, adapter, gone: signal });
      return ok(answer.body, answer.replayed ? replayedHeader : {});
    },
  });

const objectInPath = (value: string) => ({ in: 'path', name: 'objectName', value }) as const;

function groupRefIn(body: unknown): string | undefined {
  const { groupRef } = (body ?? {}) as { groupRef?: unknown };
  return typeof groupRef === 'string' ? groupRef : undefined;
}

/** Undefined for a synchronous write. */
const laterOf = (command: WriteCommand): LaterWrite['when'] | undefined =>
  command.kind !== 'delete' && command.when.mode === 'asynchronous' ? command.when : undefined;
