import type { Account } from '../../accounts/account.ts';
import type { FieldValue, RecordStore, StoredRecord } from '../../records/record-store.ts';
import { validationFault, type ObjectFault } from '../object-fault.ts';
import type { ObjectType } from '../schema/object-types.ts';
import type { PropertyFault } from './check-properties.ts';

/** One fault for all bad properties; the message embeds them as JSON, as HubSpot's does (Providers §2.3). */
export function propertiesFault(account: Account, faults: readonly PropertyFault[]): ObjectFault {
  const embedded = faults.map(({ name, code, message }) => ({
    isValid: false,
    message,
    error: code,
    name,
    localizedErrorMessage: message,
    portalId: account.number,
  }));
  return validationFault(`Property values were not valid: ${JSON.stringify(embedded)}`, {
    errors: faults.map(({ name, code, message }) => ({ message, code, context: { propertyName: [name] } })),
  });
}

/** The fault of a unique value that another living record holds: 409 for an email, 400 for a property of one's own. */
export function conflictFault(
  account: Account,
  type: ObjectType,
  store: RecordStore,
  values: ReadonlyMap<string, FieldValue | undefined>,
  self?: StoredRecord,
): ObjectFault | undefined {
  for (const name of store.uniqueFields) {
    const value = values.get(name);
    if (value === undefined) continue;
    const holder = store.holder(name, value);
    if (holder === undefined || holder === self) continue;
    if (type.properties.get(name)?.isEmail === true) return alreadyExists(type, holder);
    const message = `Cannot set PropertyValueCoordinates{portalId=${account.number}, objectTypeId=${type.typeId}, propertyName=${name}, value=${value}} on ${self?.id ?? 'null'}. ${holder.id} already has that value.`;
    return propertiesFault(account, [{ name, code: 'CONFLICTING_UNIQUE_VALUE', message }]);
  }
  return undefined;
}

function alreadyExists(type: ObjectType, holder: StoredRecord): ObjectFault {
  return {
    status: 409,
    category: 'CONFLICT',
    message: `${type.singular} already exists. Existing ID: ${holder.id}`,
    context: { existingId: [holder.id] },
  };
}
