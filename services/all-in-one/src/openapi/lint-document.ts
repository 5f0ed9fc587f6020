import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { OpenApiDocument } from '@writ/docs';

/** One line for each finding. */
export async function lintDocument(document: OpenApiDocument): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Our schemas are closed already; the linter's own closing breaks the branches of an `if`.
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: true },
    },
  });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? 'document'})`,
  );
}
