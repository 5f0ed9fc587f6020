import { methodsOf, type Methods } from './methods/methods.ts';
import { createSend } from './transport/send.ts';
import type { WritSettings } from './transport/settings.ts';
import { verifyWebhook } from './webhooks.ts';
import { customerOf, type Customer } from './write/customer.ts';
import { waitForEnd, type LaterOperation, type WaitOptions } from './write/wait.ts';

/** A client of one project: what writes, what reads webhooks, and a group of methods for each resource. */
export type Writ = Methods & {
  /** An integration, by its id or name. */
  integration: (integration: string) => {
    /** The customer who is written for. */
    for: (groupRef: string) => Customer;
  };
  /** An operation that was begun elsewhere, to wait for. */
  operation: (operationId: string) => LaterOperation;
  webhooks: { verify: typeof verifyWebhook };
};

/** Makes a client. It opens nothing: connections are those of `fetch`. */
export function createWrit(settings: WritSettings): Writ {
  const send = createSend(settings);
  const { runtime } = send;
  const { project } = settings;
  const methods = methodsOf(send, project);

  const later = (operationId: string): LaterOperation => ({
    operationId,
    get: () => methods.operations.get(operationId),
    wait: (options?: WaitOptions) => waitForEnd(operationId, methods.operations.get, send, options),
  });

  return {
    ...methods,
    integration: (integration) => ({
      for: (groupRef) => customerOf({ send, runtime, later, project, integration, groupRef }),
    }),
    operation: later,
    webhooks: { verify: verifyWebhook },
  };
}

/** {@link createWrit}, for those who write `new`: what a constructor returns is what `new` gives. */
export const Writ = createWrit as unknown as new (settings: WritSettings) => Writ;
