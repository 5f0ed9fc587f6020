import type { TypicalCauses } from '../provider.ts';

/** Providers §2.4. */
export const hubspotCauses: TypicalCauses = {
  'provider-refused': [
    {
      status: 400,
      code: 'PROPERTY_DOESNT_EXIST',
      means: 'The object has no property of this name. Map the field, or create the property.',
    },
    { status: 400, code: 'INVALID_OPTION', means: 'The value is not an option of the property.' },
    { status: 400, code: 'INVALID_EMAIL', means: 'The value is not an email address.' },
    { status: 400, code: 'INVALID_INTEGER', means: 'The property takes whole numbers.' },
    { status: 400, code: 'READ_ONLY_VALUE', means: 'HubSpot sets the property itself.' },
    {
      status: 400,
      code: 'MISSING_REQUIRED_PROPERTY',
      means: 'The object needs a property that the record lacks.',
    },
    {
      status: 409,
      code: 'CONFLICT',
      means: 'A record with this unique value exists; the message names its id. Update that one.',
    },
    { status: 404, code: 'OBJECT_NOT_FOUND', means: 'No record has this id, or it was deleted.' },
    {
      status: 403,
      code: 'MISSING_SCOPES',
      means: "The token lacks the object's write scope. The customer must reconnect with it.",
    },
  ],
  'connection-not-working': [
    { status: 401, code: 'INVALID_AUTHENTICATION', means: 'The token was revoked, or is not a token.' },
    { status: 401, code: 'EXPIRED_AUTHENTICATION', means: 'The token ended, and could not be renewed.' },
  ],
  unavailable: [
    {
      status: 429,
      code: 'RATE_LIMITS',
      means: 'The account has used up its requests for ten seconds or for the day.',
    },
    { status: 423, means: 'Another request is writing the record; it is free two seconds later.' },
    { status: 477, means: 'HubSpot moves the account to another data centre, which takes up to a day.' },
  ],
  'provider-unreachable': [
    { status: 500, means: 'HubSpot had an internal error, or is overloaded.' },
    { status: 502, means: "HubSpot's edge got no answer from its servers." },
  ],
  'provider-timeout': [
    { status: 504, means: "HubSpot's edge gave up waiting." },
    { status: 524, means: 'HubSpot took longer than 100 seconds.' },
  ],
};
