import type { WriteAnswer, WriteRequest } from '../openapi/write.ts';
import { checkNames } from '../transport/options.ts';
import { pathOf } from '../transport/path-of.ts';
import type { Runtime } from '../transport/runtime.ts';
import type { Send } from '../transport/send.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { WriteOptions, WriteRecord } from './write-options.ts';
import type { LaterOperation } from './wait.ts';

export type Target = {
  send: Send;
  runtime: Pick<Runtime, 'newKey'>;
  later: (operationId: string) => LaterOperation;
  project: string;
  integration: string;
  groupRef: string;
};

/** The schema allows any `mode`, for deletes. */
export type Request = Omit<WriteRequest, 'groupRef' | 'mode' | 'headers'> & { mode?: 'asynchronous' };

type Own = CallOptions & Pick<WriteOptions, 'idempotencyKey' | 'providerHeaders'>;

export async function sendWrite(
  target: Target,
  object: string,
  request: Request,
  { idempotencyKey, providerHeaders, ...options }: Own,
): Promise<WriteAnswer> {
  const { send, runtime, groupRef } = target;
  checkWriteOptions(options);
  const { body } = await send({
    host: 'write',
    method: 'POST',
    path: writePathOf(target, object),
    body: { groupRef, ...request, headers: providerHeaders },
    idempotencyKey: idempotencyKey ?? runtime.newKey(),
    options,
  });
  return body as WriteAnswer;
}

export function writePathOf({ project, integration }: Target, object: string): string {
  const names = [project, integration, object];
  return pathOf('/projects/{project}/integrations/{integration}/objects/{object}', () => names.shift());
}

/**
 * Refuses the key as a header: every batch would have the same one.
 * @throws TypeError
 */
export function checkWriteOptions(options: CallOptions): void {
  const key = Object.keys(options.headers ?? {}).find((name) => name.toLowerCase() === 'idempotency-key');
  if (key !== undefined)
    throw new TypeError(`Give the option \`idempotencyKey\` instead of the header ${key}.`);
  checkNames(options, 'is no option of this write.');
}

export const triedFor = (retryHours: number | undefined): Pick<Request, 'retryPolicy'> =>
  retryHours === undefined ? {} : { retryPolicy: { deadlineHours: retryHours } };

export const fieldsOf = (record: WriteRecord): Record<string, unknown> => record as Record<string, unknown>;
