import { secret } from '../fields.ts';
import { partialObject } from '../schema.ts';

const text = (description: string) =>
  ({ ...secret, maxLength: 1_024, description, writeOnly: true }) as const;

/** The ways to sign in. */
export const signInMembers = ['apiKey', 'adminToken', 'code'] as const;

/** Body of the endpoint that signs somebody in (Contract §3). */
export const sessionRequestSchema = partialObject({
  $id: 'SessionRequest',
  description: 'Exactly one of these.',
  examples: [{ apiKey: `writ_${'0'.repeat(49)}` }],
  properties: {
    apiKey: text('An API key: the session may do what the key may.'),
    adminToken: text("The administrators' token."),
    code: text('A code of `npm run admin -- console-link`: once, within five minutes, for an administrator.'),
  },
});

/** What the console says with every request, and no page elsewhere can. */
export const consoleHeadersSchema = partialObject({
  required: ['X-Writ-Console'],
  properties: { 'X-Writ-Console': { const: '1', description: 'The request is one of the console.' } },
});
