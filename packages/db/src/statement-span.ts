import { SpanKind } from '@writ/service-kit';

/**
 * Span options of a statement (https://opentelemetry.io/docs/specs/semconv/db/database-spans/).
 * @param summary such as `claim provider`
 */
export const statementSpan = (summary: string) => ({
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
});
