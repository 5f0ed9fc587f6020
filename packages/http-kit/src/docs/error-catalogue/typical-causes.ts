import type { ProviderCauses } from '../provider-causes.ts';

const cause = (status: number, code: string | undefined, means: string) => ({
  status,
  ...(code !== undefined && { code }),
  means,
});

/** What the providers typically answer before a kind of problem (Providers §1.4, §2.4). */
export const typicalCauses: readonly ProviderCauses[] = [
  {
    provider: 'hubspot',
    displayName: 'HubSpot',
    causes: {
      'provider-refused': [
        cause(
          400,
          'PROPERTY_DOESNT_EXIST',
          'The object has no property of this name. Map the field, or create the property.',
        ),
        cause(400, 'INVALID_OPTION', 'The value is none of the options of the property.'),
        cause(400, 'INVALID_EMAIL', 'The value is no email address.'),
        cause(400, 'INVALID_INTEGER', 'The property takes whole numbers.'),
        cause(400, 'READ_ONLY_VALUE', 'HubSpot sets the property itself.'),
        cause(400, 'MISSING_REQUIRED_PROPERTY', 'The object needs a property that the record lacks.'),
        cause(
          409,
          'CONFLICT',
          'A record with this unique value exists; the message names its id. Update that one.',
        ),
        cause(404, 'OBJECT_NOT_FOUND', 'No record has this id, or it was deleted.'),
        cause(
          403,
          'MISSING_SCOPES',
          "The token lacks the object's write scope. The customer connects again with it.",
        ),
      ],
      'connection-not-working': [
        cause(401, 'INVALID_AUTHENTICATION', 'The token was revoked, or is none.'),
        cause(401, 'EXPIRED_AUTHENTICATION', 'The token ended, and could not be renewed.'),
      ],
      unavailable: [
        cause(429, 'RATE_LIMITS', 'The account has used its requests of ten seconds, or of the day.'),
        cause(
          423,
          undefined,
          'The record is being written by another request: two seconds later it is free.',
        ),
        cause(477, undefined, 'HubSpot moves the account to another data centre, which takes up to a day.'),
      ],
      'provider-unreachable': [
        cause(500, undefined, 'HubSpot failed inside, or sheds load.'),
        cause(502, undefined, "HubSpot's edge had no answer from behind it."),
      ],
      'provider-timeout': [
        cause(504, undefined, "HubSpot's edge gave up waiting."),
        cause(524, undefined, 'HubSpot took longer than 100 seconds.'),
      ],
    },
  },
  {
    provider: 'salesforce',
    displayName: 'Salesforce',
    causes: {
      'provider-refused': [
        cause(400, 'REQUIRED_FIELD_MISSING', 'The object needs a field that the record lacks.'),
        cause(400, 'INVALID_FIELD', 'No field has this name, or the user may not see it.'),
        cause(
          400,
          'INVALID_FIELD_FOR_INSERT_UPDATE',
          'The field is read-only, or the user may not write it.',
        ),
        cause(
          400,
          'FIELD_CUSTOM_VALIDATION_EXCEPTION',
          'A validation rule of the org refused the record; the message is its own.',
        ),
        cause(400, 'STRING_TOO_LONG', 'The value is longer than the field.'),
        cause(400, 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST', 'The value is none of the picklist.'),
        cause(400, 'DUPLICATE_VALUE', 'A unique field has this value in another record.'),
        cause(400, 'DUPLICATES_DETECTED', 'A duplicate rule of the org found a record like this one.'),
        cause(404, 'NOT_FOUND', 'No record has this id.'),
        cause(404, 'ENTITY_IS_DELETED', 'The record was deleted.'),
        cause(403, 'INSUFFICIENT_ACCESS_OR_READONLY', 'The connected user may not write the record.'),
        cause(
          400,
          'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY',
          "A trigger or flow of the org failed; the org's administrator can tell.",
        ),
      ],
      'connection-not-working': [
        cause(401, 'INVALID_SESSION_ID', 'The token ended or was revoked, and could not be renewed.'),
      ],
      unavailable: [
        cause(
          403,
          'REQUEST_LIMIT_EXCEEDED',
          'The org has used its calls of 24 hours, or has too many long ones at once.',
        ),
        cause(400, 'UNABLE_TO_LOCK_ROW', 'Somebody else writes the record or its parent at the same time.'),
        cause(503, 'SERVER_UNAVAILABLE', 'The org is overloaded or under maintenance.'),
      ],
      'provider-unreachable': [
        cause(500, undefined, 'Salesforce failed inside.'),
        cause(502, undefined, "Salesforce's edge had no answer, and sent a page of HTML."),
      ],
      'provider-timeout': [
        cause(400, 'QUERY_TIMEOUT', 'Salesforce gave up on a query of its own.'),
        cause(504, undefined, "Salesforce's edge gave up waiting."),
      ],
    },
  },
];
