import type { TypicalCauses } from '../provider.ts';

/** Providers §1.4. */
export const salesforceCauses: TypicalCauses = {
  'provider-refused': [
    {
      status: 400,
      code: 'REQUIRED_FIELD_MISSING',
      means: 'The object needs a field that the record lacks.',
    },
    { status: 400, code: 'INVALID_FIELD', means: 'No field has this name, or the user may not see it.' },
    {
      status: 400,
      code: 'INVALID_FIELD_FOR_INSERT_UPDATE',
      means: 'The field is read-only, or the user may not write it.',
    },
    {
      status: 400,
      code: 'FIELD_CUSTOM_VALIDATION_EXCEPTION',
      means: 'A validation rule of the org refused the record; the message is its own.',
    },
    { status: 400, code: 'STRING_TOO_LONG', means: 'The value is longer than the field.' },
    {
      status: 400,
      code: 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
      means: 'The value is not in the picklist.',
    },
    { status: 400, code: 'DUPLICATE_VALUE', means: 'A unique field has this value in another record.' },
    {
      status: 400,
      code: 'DUPLICATES_DETECTED',
      means: 'A duplicate rule of the org found a record like this one.',
    },
    { status: 404, code: 'NOT_FOUND', means: 'No record has this id.' },
    { status: 404, code: 'ENTITY_IS_DELETED', means: 'The record was deleted.' },
    {
      status: 403,
      code: 'INSUFFICIENT_ACCESS_OR_READONLY',
      means: 'The connected user may not write the record.',
    },
    {
      status: 400,
      code: 'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY',
      means: "A trigger or flow of the org failed; the org's administrator can find out why.",
    },
  ],
  'connection-not-working': [
    {
      status: 401,
      code: 'INVALID_SESSION_ID',
      means: 'The token ended or was revoked, and could not be renewed.',
    },
  ],
  unavailable: [
    {
      status: 403,
      code: 'REQUEST_LIMIT_EXCEEDED',
      means: 'The org has used up its calls for 24 hours, or runs too many long ones at the same time.',
    },
    {
      status: 400,
      code: 'UNABLE_TO_LOCK_ROW',
      means: 'Another client is writing the record or its parent.',
    },
    { status: 503, code: 'SERVER_UNAVAILABLE', means: 'The org is overloaded or under maintenance.' },
  ],
  'provider-unreachable': [
    { status: 500, means: 'Salesforce had an internal error.' },
    { status: 502, means: "Salesforce's edge had no answer, and sent a page of HTML." },
  ],
  'provider-timeout': [
    { status: 400, code: 'QUERY_TIMEOUT', means: 'Salesforce gave up on a query of its own.' },
    { status: 504, means: "Salesforce's edge gave up waiting." },
  ],
};
