import type { Reply } from '../server/call.ts';

export type ObjectFault = {
  readonly status: number;
  readonly message: string;
  readonly category?: string;
  readonly context?: Readonly<Record<string, readonly string[]>>;
  readonly errors?: readonly FaultDetail[];
};

type FaultDetail = {
  readonly message: string;
  readonly code: string;
  readonly context?: Readonly<Record<string, readonly string[]>>;
};

export class HubspotRefusal extends Error {
  readonly fault: ObjectFault;

  constructor(fault: ObjectFault) {
    super(fault.message);
    this.fault = fault;
  }
}

export function faultReply(fault: ObjectFault, correlationId: string): Reply {
  const { status, message, category, context, errors } = fault;
  return {
    status,
    json: {
      status: 'error',
      message,
      correlationId,
      ...(category && { category }),
      ...(errors && { errors }),
      // A conflict names the other record in its text alone; only an item of a batch has it in its context, too.
      ...(context && category !== 'CONFLICT' && { context }),
    },
  };
}

export const notFound: ObjectFault = { status: 404, message: 'resource not found' };

export function validationFault(
  message: string,
  extra: Pick<ObjectFault, 'context' | 'errors'> = {},
): ObjectFault {
  return { status: 400, category: 'VALIDATION_ERROR', message, ...extra };
}

/** A body that can't be read has no category (Providers §2.4). */
export function unreadable(detail: string, line = 1, column = 1): ObjectFault {
  return { status: 400, message: `Invalid input JSON on line ${line}, column ${column}: ${detail}` };
}
