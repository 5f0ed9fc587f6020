import {
  operationAttemptSchema,
  pageOf,
  partialObject,
  type Operation,
  type OperationAttempt,
} from '@writ/contracts';
import type { Database } from '@writ/db';
import { endpoint, ok, pageTokens } from '@writ/http';
import { listAttempts, toOperationViews, type AttemptView } from '@writ/operation';
import { existingOperation } from '../operations/existing-operation.ts';
import { parametersOfPage, toOperations, usualPageSize } from '../operations/list-page.ts';

const query = partialObject({ properties: parametersOfPage });
/** A page ends at a number. */
const tokens = pageTokens('attempts', (place) => /^\d{1,9}$/.test(place));

export const getOperationAttempts = ({ prisma }: Pick<Database, 'prisma'>) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/operations/:operationId/attempts',
    summary: "List an operation's attempts",
    access: { scope: 'operations:read' },
    query,
    rules: tokens.rule,
    answers: { 200: pageOf('OperationAttemptPage', operationAttemptSchema) },
    handle: async (asked) => {
      const { project, params, query: given } = asked;
      const { pageSize: limit = usualPageSize } = given;
      const row = await existingOperation(prisma, project.id, params.operationId);
      const [[view], [operation]] = await Promise.all([
        toOperationViews(prisma, [row]),
        toOperations(prisma, [row]),
      ]);
      const found = view
        ? await listAttempts(prisma, view, { limit, after: Number(tokens.placeOf(asked) ?? 0) })
        : [];
      const last = found.at(-1)?.number ?? row.attempt;
      return ok({
        results: found.map((attempt) => ({
          ...toAttempt(attempt),
          ...(attempt.number === row.attempt && attempt.outcome !== 'running' && nextOf(operation)),
        })),
        pagination: tokens.paginationOf(asked, last < row.attempt ? String(last) : undefined),
      });
    },
  });

function nextOf(operation: Operation | undefined): Pick<OperationAttempt, 'nextAttempt' | 'waitingFor'> {
  const { retry, waiting } = operation?.metadata ?? {};
  return {
    ...(retry?.nextAttempt !== undefined && { nextAttempt: retry.nextAttempt }),
    ...(waiting && { waitingFor: waiting.reason }),
  };
}

function toAttempt(view: AttemptView): OperationAttempt {
  const { number, outcome, call, startedAt, endedAt, nextAttemptAt } = view;
  const { sent, written, failed, fault, message, waitingFor } = view;
  return {
    number,
    outcome,
    ...present({
      startTime: startedAt?.toISOString(),
      endTime: endedAt?.toISOString(),
      endpoint: call?.endpoint,
      providerStatus: call?.status,
      correlationId: call?.correlationId,
      providerCall: call?.providerCall,
      providerCallOperations: call?.operations,
      sent,
      written,
      failed,
      fault,
      message,
      nextAttempt: nextAttemptAt?.toISOString(),
      waitingFor,
    }),
  };
}

type Present<Members> = { [Name in keyof Members]?: Exclude<Members[Name], null | undefined> };

const present = <Members extends object>(members: Members) =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  ) as Present<Members>;
