import { scalarText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { HubspotRefusal, unreadable, validationFault } from '../object-fault.ts';
import type { ObjectScope } from '../object-scope.ts';
import { isOfProperty, plainId } from '../objects/find-record.ts';
import { checkIdProperty } from '../objects/single-object.ts';

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
    checkIdProperty(scope, key);
    const same = isOfProperty(key) ? id : plainId(id);
    if (seen.has(same)) twice.add(same);
    seen.add(same);
    return { id, idProperty: key, input };
  });
  if (twice.size === 0) return found;
  throw new HubspotRefusal(
    validationFault('Duplicate IDs found in batch input', { context: { ids: [...twice] } }),
  );
}
