import type { Reply } from '../../server/call.ts';
import type { ObjectScope } from '../object-scope.ts';
import { createOne } from '../objects/write-one.ts';
import { batchInputs, bodyObject } from '../read-json.ts';
import { writeEach } from './write-each.ts';

export function batchCreate(scope: ObjectScope): Reply {
  const inputs = batchInputs(bodyObject(scope.call), scope.type);
  const items = inputs.map((input) => ({ input }));
  return writeEach(scope, 201, items, ({ input }) => createOne(scope, input));
}
