import { deliveryWithAttemptsSchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { Pool } from 'pg';
import { findDelivery } from '../deliveries/find-delivery.ts';
import { deliveryNotFound } from './not-found.ts';

export const getDelivery = (deps: { pool: Pool }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/deliveries/:deliveryId',
    summary: 'Get a delivery and its attempts',
    access: { scope: 'notifications:read' },
    answers: { 200: deliveryWithAttemptsSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { deliveryId } }) => {
      const delivery = await findDelivery(deps.pool, project.id, deliveryId);
      if (!delivery) throw deliveryNotFound(deliveryId);
      return ok(delivery);
    },
  });
