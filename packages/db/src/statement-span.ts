import { SpanKind } from '@writ/service-kit';

/**
 * Options of the span of a statement (https://opentelemetry.io/docs/specs/semconv/db/database-spans/).
 * @param summary verb and what it is done to, such as `claim provider`
 */
export const statementSpan = (summary: string) => ({
  kind: SpanKind.CLIENT,
  attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary },
});
