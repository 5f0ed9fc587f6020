import type { WriteRequest } from '../openapi/write.ts';
import type { WriteAcknowledgement, WriteResult } from './answers.ts';
import type { LaterOptions, WriteOptions, WriteRecord, Written } from './write-options.ts';
import { fieldsOf, triedFor, writeSender, type Request, type Target } from './send-write.ts';

/** The writes of one record: at once, or later. */
export function writesOfOne(target: Target) {
  const write = writeSender(target);
  type Type = WriteRequest['type'];
  return {
    now: async (object: string, type: Type, record: WriteRecord, options: WriteOptions): Promise<Written> => {
      const { associations, ...own } = options;
      const request: Request = { type, record: fieldsOf(record), ...(associations && { associations }) };
      const { result, ...about } = (await write(object, request, own)) as WriteResult;
      return { ...result, ...about } as Written;
    },
    later: async (object: string, type: Type, record: WriteRecord, options: LaterOptions) => {
      const { associations, autoBatch, retryHours, ...own } = options;
      const batch = autoBatch && {
        autoBatchPolicy: {
          ...autoBatch,
          ...(retryHours !== undefined && { retryDeadlineHours: retryHours }),
        },
      };
      const request: Request = {
        type,
        record: fieldsOf(record),
        mode: 'asynchronous',
        ...(batch ?? triedFor(retryHours)),
        ...(associations && { associations }),
      };
      const { operationId } = (await write(object, request, own)) as WriteAcknowledgement;
      return target.later(operationId);
    },
  };
}
