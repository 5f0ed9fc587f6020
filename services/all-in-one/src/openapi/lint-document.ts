import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { OpenApiDocument } from '@writ/docs';

/** What a linter has to say about a document, one line each: nothing, for a good one. */
export async function lintDocument(document: OpenApiDocument): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Our schemas close themselves; the linter's own closing takes the branches of an `if` apart.
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: true },
    },
  });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? 'document'})`,
  );
}
