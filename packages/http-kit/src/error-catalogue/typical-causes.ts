import type { ProblemKind } from '../problems/problem-kinds.ts';

/** Something that a provider answers, and what it means for whoever wrote. */
export type TypicalCause = {
  provider: 'hubspot' | 'salesforce';
  status: number;
  /** As the provider spells it; absent: the status says it all. */
  code?: string;
  means: string;
};

const hubspot = (status: number, code: string | undefined, means: string): TypicalCause => ({
  provider: 'hubspot',
  status,
  ...(code !== undefined && { code }),
  means,
});
const salesforce = (status: number, code: string | undefined, means: string): TypicalCause => ({
  provider: 'salesforce',
  status,
  ...(code !== undefined && { code }),
  means,
});

/** By kind of problem, what the providers typically answered before it (Providers §1.4, §2.4). */
export const typicalCauses: Partial<Record<ProblemKind, readonly TypicalCause[]>> = {
  'provider-refused': [
    hubspot(
      400,
      'PROPERTY_DOESNT_EXIST',
      'The object has no property of this name. Map the field, or create the property.',
    ),
    hubspot(400, 'INVALID_OPTION', 'The value is none of the options of the property.'),
    hubspot(400, 'INVALID_EMAIL', 'The value is no email address.'),
    hubspot(400, 'INVALID_INTEGER', 'The property takes whole numbers.'),
    hubspot(400, 'READ_ONLY_VALUE', 'HubSpot sets the property itself.'),
    hubspot(400, 'MISSING_REQUIRED_PROPERTY', 'The object needs a property that the record lacks.'),
    hubspot(
      409,
      'CONFLICT',
      'A record with this unique value exists; the message names its id. Update that one.',
    ),
    hubspot(404, 'OBJECT_NOT_FOUND', 'No record has this id, or it was deleted.'),
    hubspot(
      403,
      'MISSING_SCOPES',
      "The token lacks the object's write scope. The customer connects again with it.",
    ),
    salesforce(400, 'REQUIRED_FIELD_MISSING', 'The object needs a field that the record lacks.'),
    salesforce(400, 'INVALID_FIELD', 'No field has this name, or the user may not see it.'),
    salesforce(
      400,
      'INVALID_FIELD_FOR_INSERT_UPDATE',
      'The field is read-only, or the user may not write it.',
    ),
    salesforce(
      400,
      'FIELD_CUSTOM_VALIDATION_EXCEPTION',
      'A validation rule of the org refused the record; the message is its own.',
    ),
    salesforce(400, 'STRING_TOO_LONG', 'The value is longer than the field.'),
    salesforce(400, 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', 'The value is none of the picklist.'),
    salesforce(400, 'DUPLICATE_VALUE', 'A unique field has this value in another record.'),
    salesforce(400, 'DUPLICATES_DETECTED', 'A duplicate rule of the org found a record like this one.'),
    salesforce(404, 'NOT_FOUND', 'No record has this id.'),
    salesforce(404, 'ENTITY_IS_DELETED', 'The record was deleted.'),
    salesforce(403, 'INSUFFICIENT_ACCESS_OR_READONLY', 'The connected user may not write the record.'),
    salesforce(
      400,
      'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY',
      "A trigger or flow of the org failed; the org's administrator can tell.",
    ),
  ],
  'connection-not-working': [
    hubspot(401, 'INVALID_AUTHENTICATION', 'The token was revoked, or is none.'),
    hubspot(401, 'EXPIRED_AUTHENTICATION', 'The token ended, and could not be renewed.'),
    salesforce(401, 'INVALID_SESSION_ID', 'The token ended or was revoked, and could not be renewed.'),
  ],
  unavailable: [
    hubspot(429, 'RATE_LIMITS', 'The account has used its requests of ten seconds, or of the day.'),
    hubspot(423, undefined, 'The record is being written by another request: two seconds later it is free.'),
    hubspot(477, undefined, 'HubSpot moves the account to another data centre, which takes up to a day.'),
    salesforce(
      403,
      'REQUEST_LIMIT_EXCEEDED',
      'The org has used its calls of 24 hours, or has too many long ones at once.',
    ),
    salesforce(400, 'UNABLE_TO_LOCK_ROW', 'Somebody else writes the record or its parent at the same time.'),
    salesforce(503, 'SERVER_UNAVAILABLE', 'The org is overloaded or under maintenance.'),
  ],
  'provider-unreachable': [
    hubspot(500, undefined, 'HubSpot failed inside, or sheds load.'),
    hubspot(502, undefined, "HubSpot's edge had no answer from behind it."),
    salesforce(500, undefined, 'Salesforce failed inside.'),
    salesforce(502, undefined, "Salesforce's edge had no answer, and sent a page of HTML."),
  ],
  'provider-timeout': [
    hubspot(504, undefined, "HubSpot's edge gave up waiting."),
    hubspot(524, undefined, 'HubSpot took longer than 100 seconds.'),
    salesforce(400, 'QUERY_TIMEOUT', 'Salesforce gave up on a query of its own.'),
    salesforce(504, undefined, "Salesforce's edge gave up waiting."),
  ],
};
