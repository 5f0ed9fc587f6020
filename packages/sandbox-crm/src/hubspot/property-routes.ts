import type { Call, Reply } from '../server/call.ts';
import type { Location } from './locate.ts';
import { HubspotRefusal } from './object-fault.ts';
import { knownType, methodNotAllowed } from './object-routes.ts';
import type { ObjectType } from './schema/object-types.ts';
import type { Property } from './schema/property.ts';

/** `…/properties/{type}[/{name}]`, read only. */
export function routeProperties(call: Call, { rest }: Location): Reply {
  if (call.method !== 'GET') throw new HubspotRefusal(methodNotAllowed);
  const [typeName = '', name] = rest;
  const type = knownType(typeName);
  if (name !== undefined) return { status: 200, json: renderProperty(knownProperty(type, name)) };
  return { status: 200, json: { results: [...type.properties.values()].map(renderProperty) } };
}

function knownProperty(type: ObjectType, name: string): Property {
  const property = type.properties.get(name);
  if (property !== undefined) return property;
  const message = `Property ${name} does not exist`;
  throw new HubspotRefusal({ status: 404, category: 'OBJECT_NOT_FOUND', message });
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
    displayOrder: -1,
    calculated: false,
    externalOptions: false,
    archived: false,
    hasUniqueValue,
    hidden: false,
    formField: !readOnly,
    hubspotDefined: name !== 'external_id',
    createdAt: '2020-01-01T00:00:00.000Z',
    updatedAt: '2020-01-01T00:00:00.000Z',
    modificationMetadata: { archivable: !readOnly, readOnlyDefinition: true, readOnlyValue: readOnly },
  };
}
