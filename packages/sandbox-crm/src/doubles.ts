import { hubspotDouble } from './hubspot/double.ts';
import type { ProviderName } from './provider-name.ts';
import { salesforceDouble } from './salesforce/double.ts';
import type { Double } from './server/double.ts';

export const doubles: Readonly<Record<ProviderName, Double>> = {
  hubspot: hubspotDouble,
  salesforce: salesforceDouble,
};
