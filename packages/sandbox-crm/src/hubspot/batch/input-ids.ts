import { scalarText, type JsonObject } from '../../json.ts';
import { uniqueKey } from '../../records/record-store.ts';
import { HubspotRefusal, unreadable, validationFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { isOfProperty, plainId } from '../objects/find-record.ts';
import { uniqueProperties } from '../schema/object-types.ts';

export type IdentifiedInput = {
  readonly id: string;
  readonly idProperty: unknown;
  readonly input: JsonObject;
};

/** The inputs with their ids. An input without one, or one id twice, ends the call (Providers §2.3). */
export function identified(
  scope: ObjectScope,
  inputs: readonly JsonObject[],
  idProperty?: unknown,
): IdentifiedInput[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  const found = inputs.map((input) => {
    const id = scalarText(input['id']);
    if (id === undefined)
      throw new HubspotRefusal(unreadable('Some required fields were not set: [id]', 0, 0));
    const key = input['idProperty'] ?? idProperty;
    const same = isUnique(scope, key) ? uniqueKey(id) : plainId(id);
    if (seen.has(same)) twice.add(same);
    seen.add(same);
    return { id, idProperty: key, input };
  });
  if (twice.size === 0) return found;
  const ids = [...twice];
  const message = `Duplicate IDs found in batch input: [${ids.join(', ')}]. IDs must be unique`;
  throw new HubspotRefusal(validationFault(message, { context: { ids } }));
}

/** Whether the ids are values of this property, which has to tell one record from another. */
function isUnique({ type }: ObjectScope, idProperty: unknown): boolean {
  if (!isOfProperty(idProperty)) return false;
  if (uniqueProperties(type).includes(idProperty)) return true;
  throw new HubspotRefusal(validationFault(`Property "${idProperty}" is not a unique property`));
}
