import { secret } from '../fields.ts';
import { partialObject } from '../schema.ts';

const secretText = (description: string) =>
  ({ ...secret, maxLength: 1_024, description, writeOnly: true }) as const;

export const signInMembers = ['apiKey', 'adminToken', 'code'] as const;

export const sessionRequestSchema = partialObject({
  $id: 'SessionRequest',
  description: 'Exactly one of these.',
  examples: [{ apiKey: `writ_${'0'.repeat(49)}` }],
  properties: {
    apiKey: secretText('An API key: the session may do what the key may.'),
    adminToken: secretText("The administrators' token."),
    code: secretText(
      'A code of `npm run admin -- console-link`: once, within five minutes, for an administrator.',
    ),
  },
});

/** The console sends this header; pages elsewhere cannot. */
export const consoleHeadersSchema = partialObject({
  required: ['X-Writ-Console'],
  properties: { 'X-Writ-Console': { const: '1', description: 'The request is one of the console.' } },
});
