import type { Call, Reply } from '../../server/call.ts';
import type { Location } from '../locate.ts';
import { HubspotRefusal, notFound, validationFault } from '../object-fault.ts';
import { methodNotAllowed } from '../object-routes.ts';
import { associationTypes, standardObject } from '../schema/association-types.ts';

/** `…/associations/{from}/{to}/labels`, read only: the types that lead from one object to another. */
export function routeAssociations(call: Call, { version, rest }: Location): Reply {
  const [from = '', to = '', resource] = rest;
  if (version === 'v3' || resource !== 'labels' || rest.length !== 3) throw new HubspotRefusal(notFound);
  if (call.method !== 'GET') throw new HubspotRefusal(methodNotAllowed);
  const results = associationTypes(known(from), known(to)).map(({ typeId, label }) => ({
    category: 'HUBSPOT_DEFINED',
    typeId,
    label,
  }));
  return { status: 200, json: { results } };
}

function known(alias: string): string {
  const name = standardObject(alias);
  if (name !== undefined) return name;
  throw new HubspotRefusal(validationFault(`Unable to infer object type from: ${alias}`));
}
