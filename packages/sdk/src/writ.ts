import { methodsOf, type Methods } from './methods/methods.ts';
import { createSend } from './transport/send.ts';
import type { WritSettings } from './transport/settings.ts';
import { verifyWebhook } from './webhooks.ts';
import { customerOf, type Customer } from './write/customer.ts';
import { waitForEnd, type LaterOperation, type WaitOptions } from './write/wait.ts';

export type Writ = Methods & {
  /** @param integration id or name */
  integration: (integration: string) => {
    for: (groupRef: string) => Customer;
  };
  /** An existing operation, to wait for. */
  operation: (operationId: string) => LaterOperation;
  webhooks: { verify: typeof verifyWebhook };
};

/** Holds no resources: `fetch` keeps the connections. */
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

/** {@link createWrit} as a class: `new` returns the constructor's result. */
export const Writ = createWrit as unknown as new (settings: WritSettings) => Writ;
