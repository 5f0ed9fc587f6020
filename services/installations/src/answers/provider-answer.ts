import type { ProviderAnswer } from '@writ/contracts';
import type { ProviderDeclaration } from '@writ/write-core';

/** The availability table of the specification, as far as it is about one provider. */
export const providerAnswer = (declaration: ProviderDeclaration): ProviderAnswer => ({
  name: declaration.name,
  displayName: declaration.displayName,
  authScheme: declaration.authScheme,
  writes: [...declaration.writes],
  associations: declaration.associations,
  headers: declaration.headers,
  delete: declaration.delete,
  ifEmpty: declaration.ifEmpty,
  ...(declaration.batch && { batch: declaration.batch }),
});
