import {
  inputValidationProblemSchema,
  problemSchema,
  writeAcknowledgementSchema,
  writeAnswerExamples,
  writeAnswerHeaders,
  writeBatchResultSchema,
  writeHeadersSchema,
  writeRequestExamples,
  writeRequestSchema,
  writeResultSchema,
} from '@writ/contracts';
import type { FindInstallationForWrite, WriteTarget } from '@writ/installation';
import { endpoint, ok } from '@writ/http-kit';
import { invalidInput, Refusal } from '@writ/problem-details';
import type { ProviderAdapter } from '@writ/providers';
import { planWrite, toWriteSettings, type WriteCommand } from '@writ/write-core';
import { keyedRequest } from '../idempotency/keyed-request.ts';
import type { PerformOnce } from '../idempotency/perform-once.ts';
import { replayedHeader } from '../idempotency/refuse-key.ts';
import type { FindAnswer } from '../idempotency/repeat-answer.ts';
import { inIntegration, toTarget } from '../request/find-target.ts';
import { lookUpFaults } from '../request/look-up-faults.ts';
import { assertSwitchedOn } from '../request/switched-off.ts';
import { toWriteCommand } from '../request/to-write-command.ts';
import { writeRules } from '../request/write-rules.ts';
import type { AcceptWrite, LaterWrite } from '../write/accept-write.ts';
import type { PerformWrite } from '../write/perform-write.ts';

const bodyLimitBytes = 5 * 1024 * 1024;
const description = `A synchronous write is answered when the CRM has done it, with the record or with what the CRM said.
An asynchronous one is answered with its operation's id as soon as it is stored, and is then tried until its deadline.
Give one \`record\`, or up to 100 in a \`batch\`.`;
/** The kinds of refusal that no other endpoint has. */
const ownRefusals = [
  'object-not-writable',
  'object-switched-off',
  'deletion-disabled',
  'installation-not-found',
  'request-running',
  'provider-refused',
  'idempotency-mismatch',
  'backlog-full',
  'provider-unreachable',
  'provider-timeout',
  'outcome-unknown',
] as const;

/** Write records: the one endpoint of the write host (Specification, Write records). */
export const postWrite = (deps: {
  findInstallation: FindInstallationForWrite;
  adapterFor: (provider: string) => ProviderAdapter | undefined;
  findAnswer: FindAnswer;
  accept: AcceptWrite;
  perform: PerformWrite;
  performOnce: PerformOnce;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/integrations/:integrationIdOrName/objects/:objectName',
    summary: 'Write records',
    access: { scope: 'write:records' },
    headers: writeHeadersSchema,
    body: writeRequestSchema,
    bodyLimitBytes,
    rules: writeRules,
    lookUpFaults: lookUpFaults(deps),
    lookAhead: (request) => deps.findInstallation(namesOf(request)),
    answers: {
      200: { anyOf: [writeResultSchema, writeBatchResultSchema, writeAcknowledgementSchema] },
      400: inputValidationProblemSchema,
      403: problemSchema,
      404: inputValidationProblemSchema,
      409: problemSchema,
      422: { anyOf: [problemSchema, inputValidationProblemSchema] },
      502: problemSchema,
      503: problemSchema,
      504: problemSchema,
    },
    docs: {
      tag: 'Write records',
      operationId: 'writeRecords',
      description,
      body: writeRequestExamples,
      answers: { 200: writeAnswerExamples },
      answerHeaders: writeAnswerHeaders,
      refusals: ownRefusals,
    },
    handle: async (request) => {
      const { params, body, project, requestId, header } = request;
      const { integrationIdOrName, objectName } = params;
      const search = await (request.ahead ?? deps.findInstallation(namesOf(request)));
      const { found, integrationId } = inIntegration(search, integrationIdOrName);
      const sentTo = { projectId: project.id, integrationId };
      const keyed = keyedRequest(header('Idempotency-Key'), sentTo, objectName, body);
      const first = await deps.findAnswer(keyed);
      if (first) return ok(first.body, replayedHeader);
      const { adapterFor } = deps;
      const { installation, adapter, issues } = toTarget(found, { adapterFor, request: body, objectName });
      const command = toWriteCommand(body);
      const planned = planWrite(command, toWriteSettings(installation));
      const faults = [...issues, ...planned.issues.map((issue) => ({ in: 'body' as const, ...issue }))];
      if (faults.length > 0) throw invalidInput(faults);
      assertSwitchedOn(installation, objectName);
      const write = {
        installation,
        plan: planned.plan,
        notes: planned.notes,
        headers: command.headers,
        objectName,
        requestId,
      };
      const when = laterOf(command);
      if (when) {
        const { operationId, replayed } = await deps.accept({
          ...write,
          ...{ when, keyed, recordKeyOf: adapter.declaration.recordKeyOf },
        });
        return ok({ operationId }, replayed ? replayedHeader : {});
      }
      assertDeletable(command, installation.objectConfig?.deletionSettings?.enabled ?? false);
      const answer = await deps.performOnce(keyed, () =>
        deps.perform({ ...write, adapter, gone: request.signal }),
      );
      return ok(answer.body, answer.replayed ? replayedHeader : {});
    },
  });

/** What the installation of a write is found by. */
const namesOf = ({ params: { integrationIdOrName, objectName }, body, project }: Named): WriteTarget => ({
  integrationIdOrName,
  objectName,
  projectId: project.id,
  groupRef: body.groupRef,
});

type Named = {
  params: { integrationIdOrName: string; objectName: string };
  body: { groupRef: string };
  project: { id: string };
};

/** When an asynchronous write is done; undefined for one that is done at once. */
const laterOf = (command: WriteCommand): LaterWrite['when'] | undefined =>
  command.kind !== 'delete' && command.when.mode === 'asynchronous' ? command.when : undefined;

function assertDeletable(command: WriteCommand, enabled: boolean): void {
  if (command.kind === 'delete' && !enabled) throw new Refusal('deletion-disabled');
}
