import { noLimits } from '../accounts/settings.ts';
import type { Double } from '../server/double.ts';
import { hubspotDoor } from './hubspot-door.ts';
import { objectTypes, uniqueProperties } from './schema/object-types.ts';

export const hubspotDouble: Double = {
  // Providers §2.4, §2.5.
  settings: { ...noLimits, quota: { limit: 110, windowMs: 10_000 }, tokenLifetimeMs: 1_800_000 },
  types: objectTypes.map((type) => ({ name: type.name, uniqueFields: uniqueProperties(type) })),
  door: hubspotDoor,
};
