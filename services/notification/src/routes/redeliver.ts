import { deliveryWithAttemptsSchema, inputValidationProblemSchema } from '@writ/contracts';
import { inTransaction } from '@writ/db';
import { endpoint, ok } from '@writ/http-kit';
import type { LaneWaker } from '@writ/lanes';
import type { Pool } from 'pg';
import { findDelivery } from '../deliveries/find-delivery.ts';
import { sendAgain } from '../deliveries/send-again.ts';
import { deliveryNotFound } from './not-found.ts';

/** One more attempt at once, whatever became of the delivery; it keeps its `webhook-id`. */
export const redeliver = (deps: { pool: Pool; waker: Pick<LaneWaker, 'wake'> }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/deliveries/:deliveryId\\:redeliver',
    summary: 'Send a delivery again',
    access: { scope: 'notifications:manage' },
    answers: { 200: deliveryWithAttemptsSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { deliveryId } }) => {
      const { laneIds } = await inTransaction(deps.pool, (tx) => sendAgain(tx, project.id, { deliveryId }));
      const delivery = await findDelivery(deps.pool, project.id, deliveryId);
      if (!delivery) throw deliveryNotFound(deliveryId);
      deps.waker.wake(laneIds);
      return ok(delivery);
    },
  });
