import type { ProviderDeclaration } from '@writ/write-core';
import { hubspotDeclaration } from './hubspot/declaration.ts';
import { salesforceDeclaration } from './salesforce/declaration.ts';

/** What each provider can do, for those who call none. */
export const declarations: readonly ProviderDeclaration[] = [hubspotDeclaration, salesforceDeclaration];
