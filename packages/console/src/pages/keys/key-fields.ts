import type { Scope } from '../../data/session.ts';
import type { FormField } from '../../parts/forms/form-fields.ts';

/** What each scope allows. `:manage` includes `:read`. */
const scopeWords: Readonly<Record<Scope, string>> = {
  full: 'Everything in this project, keys included.',
  'write:records': 'Write records into the customers’ CRMs.',
  'operations:read': 'See operations, lanes and tasks.',
  'operations:manage': 'Cancel and retry operations, pause lanes.',
  'installations:read': 'See customers, their connections and settings.',
  'installations:manage': 'Connect customers, change settings and integrations.',
  'notifications:read': 'See events, deliveries and destinations.',
  'notifications:manage': 'Change destinations and topics, redeliver.',
  'events:publish': 'Publish events.',
  frontend: 'For pages: acts for every customer whose groupRef is known. It stands alone.',
};

const labelField: FormField = {
  at: '/label',
  label: 'Label',
  hint: 'Its purpose, such as checkout service.',
};

const scopesField: FormField = {
  at: '/scopes',
  label: 'Scopes',
  checks: Object.entries(scopeWords).map(([value, hint]) => ({ value, hint })),
};

export const apiKeyFields: readonly FormField[] = [labelField, scopesField];

const algorithms = ['RS256', 'ES256', 'EdDSA'];

export const jwtKeyFields: readonly FormField[] = [
  labelField,
  {
    at: '/publicKeyPem',
    label: 'Public key',
    hint: 'In PEM. Your backend keeps the private key and signs tokens with it.',
    isLong: true,
  },
  { at: '/algorithm', label: 'Algorithm', choices: algorithms.map((value) => ({ value, words: value })) },
  scopesField,
  {
    at: '/audienceRequired',
    label: 'Tokens without audience',
    hint: 'A token names the project in `aud`.',
    choices: [
      { value: 'true', words: 'are refused' },
      { value: 'false', words: 'are accepted' },
    ],
    read: (text) => text === 'true',
  },
];
