import type { Reply } from '../../server/call.ts';
import { scalarText } from '../../json.ts';
import type { ObjectScope } from '../object-scope.ts';
import { archiveObject } from '../objects/single-object.ts';
import { batchInputs, bodyObject } from '../read-json.ts';

/** Archives what is there and says nothing of the rest. */
export function batchArchive(scope: ObjectScope): Reply {
  for (const input of batchInputs(bodyObject(scope.call), scope.type)) {
    archiveObject(scope, scalarText(input['id']) ?? '');
  }
  return { status: 204 };
}
