import {
  attemptReportSchema,
  deliveryAttemptSchema,
  deliveryPageSchema,
  deliveryQuerySchema,
  deliveryWithAttemptsSchema,
  problemSchema,
} from '@writ/contracts';
import { endpoint, ok, type Endpoint } from '@writ/http';
import { existing, notFound } from '@writ/problems';
import { paged } from '@writ/service-parts';
import { insertAuditEntries } from '@writ/tenancy';
import { findDelivery, findDestined } from '../deliveries/find-delivery.ts';
import { listDeliveries, withDestinationId } from '../deliveries/list-deliveries.ts';
import { sendAgain } from '../deliveries/send-again.ts';
import { assertEnabled } from '../destinations/stored-destination.ts';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { notPulled } from '../pulling/not-pulled.ts';
import { reportRule } from '../pulling/report-attempt.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { redeliverMany } from './redeliver-many.ts';

export const deliveryEndpoints = (deps: EndpointDeps): readonly Endpoint[] => [
  getDeliveries(deps),
  redeliverMany(deps),
  getDelivery(deps),
  redeliver(deps),
  reportDelivery(deps),
];

const getDeliveries = ({ database: { prisma }, destinations }: EndpointDeps) =>
  paged({
    list: 'deliveries',
    path: '/projects/:projectIdOrName/deliveries',
    summary: 'List deliveries, newest first',
    access: { scope: 'notifications:read' },
    query: deliveryQuerySchema,
    page: deliveryPageSchema,
    read: async ({ project }, { limit: pageSize, place: beforeId }, filter) => {
      const meant = await withDestinationId(destinations, project.id, filter);
      return listDeliveries(prisma, project.id, { ...meant, pageSize, beforeId });
    },
  });

const getDelivery = (deps: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/deliveries/:deliveryId',
    summary: 'Get a delivery and its attempts',
    access: { scope: 'notifications:read' },
    answers: { 200: deliveryWithAttemptsSchema },
    handle: async ({ project, params: { deliveryId } }) => ok(await shown(deps, project.id, deliveryId)),
  });

/** In any state. The `webhook-id` stays. */
const redeliver = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/deliveries/:deliveryId\\:redeliver',
    summary: 'Send a delivery again',
    access: { scope: 'notifications:manage' },
    answers: { 200: deliveryWithAttemptsSchema, 409: problemSchema },
    docs: { refusals: ['destination-disabled'] },
    handle: async ({ project: { id: projectId }, params: { deliveryId }, by }) => {
      const { destinationId } = await destined(deps, projectId, deliveryId);
      const laneIds = await deps.destinations.keep(projectId, destinationId, async (tx, destination) => {
        if (destination.id !== destinationId) return undefined;
        assertEnabled(destination);
        const after = { id: deliveryId, projectId, redelivered: true };
        await insertAuditEntries(tx.prisma, by, { resource: 'delivery', after });
        return sendAgain(tx, projectId, [deliveryId]);
      });
      if (!laneIds) throw destinationGone(deliveryId);
      const answer = ok(await shown(deps, projectId, deliveryId));
      deps.waker.wake(laneIds);
      return answer;
    },
  });

/** Not audited: the delivery shows its attempts. */
const reportDelivery = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/deliveries/:deliveryId\\:report',
    summary: 'Report the outcome of a fetched delivery',
    access: { scope: 'notifications:manage' },
    body: attemptReportSchema,
    rules: ({ body }) => reportRule(body),
    answers: { 200: deliveryAttemptSchema, 409: problemSchema },
    docs: {
      description:
        "Report within the lease. The outcome counts like that of Writ's own attempts. A repeated report gets the first answer.",
      refusals: ['attempt-over'],
    },
    handle: async ({ project: { id: projectId }, params: { deliveryId }, body }) => {
      const delivery = await destined(deps, projectId, deliveryId);
      const { destinationId } = delivery;
      const destination = await deps.destinations.find(projectId, destinationId);
      if (destination?.view.id !== destinationId) throw destinationGone(deliveryId);
      const { type } = destination.view;
      if (kindOf(type).delivers === 'push') throw notPulled('deliveryId', deliveryId, type);
      return ok(await deps.report({ ...delivery, attempt: body.attempt }, body));
    },
  });

const shown = async (deps: EndpointDeps, projectId: string, id: string) =>
  existing(await findDelivery(deps.database.prisma, { projectId, id }, deps), 'deliveryId', id, noDelivery);

const destined = async ({ database }: EndpointDeps, projectId: string, id: string) =>
  existing(await findDestined(database.prisma, { projectId, id }), 'deliveryId', id, noDelivery);

const noDelivery = 'No delivery has this id in the project.';

const destinationGone = (deliveryId: string) =>
  notFound('path', 'deliveryId', deliveryId, 'The destination of the delivery has been deleted.');
