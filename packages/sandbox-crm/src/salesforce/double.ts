import { noLimits } from '../accounts/settings.ts';
import type { Double } from '../server/double.ts';
import { salesforceDoor } from './salesforce-door.ts';
import { sobjectTypes, uniqueFields } from './schema/sobject-types.ts';

export const salesforceDouble: Double = {
  // Providers §4, §1.6.
  settings: { ...noLimits, dailyLimit: 100_000, tokenLifetimeMs: 7_200_000 },
  types: sobjectTypes.map((type) => ({ name: type.name, uniqueFields: uniqueFields(type) })),
  door: salesforceDoor,
};
