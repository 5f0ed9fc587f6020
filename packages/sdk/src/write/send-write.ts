import type { WriteRequest } from '../openapi/write.ts';
import { optionsOf } from '../transport/options.ts';
import { pathOf } from '../transport/path-of.ts';
import type { Runtime } from '../transport/runtime.ts';
import type { Send } from '../transport/send.ts';
import type { CallOptions } from '../transport/settings.ts';
import type { WriteOptions, WriteRecord } from './write-options.ts';
import type { LaterOperation } from './wait.ts';

/** Whom it writes for, and what it needs for that. */
export type Target = {
  send: Send;
  runtime: Pick<Runtime, 'newKey'>;
  later: (operationId: string) => LaterOperation;
  project: string;
  integration: string;
  groupRef: string;
};

/** The schema leaves `mode` open, because a delete may have any. */
export type Request = Omit<WriteRequest, 'groupRef' | 'mode' | 'headers'> & { mode?: 'asynchronous' };

/** What may be given beside any write. */
type Own = CallOptions & Pick<WriteOptions, 'idempotencyKey' | 'providerHeaders'>;

/** Makes what sends a request to write. It refuses what is no option, before anything is sent. */
export const writeSender =
  (target: Target) =>
  async (object: string, request: Request, { idempotencyKey, providerHeaders, ...call }: Own) => {
    const options = writeOptionsOf(call);
    const { send, runtime, groupRef } = target;
    const { body } = await send({
      host: 'write',
      method: 'POST',
      path: writePathOf(target, object),
      body: { groupRef, ...request, headers: providerHeaders },
      idempotencyKey: idempotencyKey ?? runtime.newKey(),
      options,
    });
    return body;
  };

/** Where writes of an object go. @throws WritError for what is no name */
export function writePathOf({ project, integration }: Target, object: string): string {
  const names = [project, integration, object];
  return pathOf('/projects/{project}/integrations/{integration}/objects/{object}', () => names.shift());
}

/**
 * What a write has of its own beside what this library knows of writes. A key among headers is refused: beside ours it would
 * make another one at each call, and in its place be that of every batch and of no error.
 *
 * @throws TypeError
 */
export function writeOptionsOf(call: CallOptions): CallOptions | undefined {
  const key = Object.keys(call.headers ?? {}).find((name) => name.toLowerCase() === 'idempotency-key');
  if (key !== undefined)
    throw new TypeError(`${key} is no header to give: the option is \`idempotencyKey\`.`);
  return optionsOf(call, 'is no option of this write.');
}

/** How long a write for later is tried. */
export const triedFor = (retryHours: number | undefined): Pick<Request, 'retryPolicy'> =>
  retryHours === undefined ? {} : { retryPolicy: { deadlineHours: retryHours } };

/** An object that is sent as JSON has texts for its names, whatever its type says. */
export const fieldsOf = (record: WriteRecord): Record<string, unknown> => record as Record<string, unknown>;
