import type { Call, Reply } from '../server/call.ts';
import type { Location } from './locate.ts';
import { HubspotRefusal } from './object-fault.ts';
import { knownType, methodNotAllowed } from './object-routes.ts';
import type { Property } from './schema/property.ts';

/** `…/properties/{type}`, read only. */
export function routeProperties(call: Call, { rest }: Location): Reply {
  if (call.method !== 'GET') throw new HubspotRefusal(methodNotAllowed);
  const type = knownType(rest[0] ?? '');
  return { status: 200, json: { results: [...type.properties.values()].map(renderProperty) } };
}

function renderProperty({ name, label, type, fieldType, options, hasUniqueValue, readOnly }: Property) {
  return {
    name,
    label,
    type,
    fieldType,
    description: '',
    groupName: 'sandbox',
    options: options.map((option, displayOrder) => ({ ...option, displayOrder, hidden: false })),
    calculated: false,
    archived: false,
    hasUniqueValue,
    hubspotDefined: name !== 'external_id',
    modificationMetadata: { archivable: !readOnly, readOnlyDefinition: true, readOnlyValue: readOnly },
  };
}
