import { listed, type FormField } from '../../parts/forms/form-fields.ts';

const clientId = (at: string): FormField => ({
  at,
  label: 'Client id',
  hint: 'As the provider shows it beside your app.',
});

const scopes = (at: string): FormField => ({
  at,
  label: 'Scopes',
  hint: 'With spaces between, such as crm.objects.contacts.write. HubSpot needs at least one.',
  isOptional: true,
  read: listed,
});

export const newAppFields = (providers: NonNullable<FormField['choices']>): readonly FormField[] => [
  { at: '/provider', label: 'Provider', choices: providers },
  clientId('/clientId'),
  {
    at: '/clientSecret',
    label: 'Client secret',
    hint: 'Kept sealed, and never shown again.',
    isSecret: true,
  },
  scopes('/scopes'),
];

export const changedAppFields: readonly FormField[] = [
  clientId('/providerApp/clientId'),
  {
    at: '/providerApp/clientSecret',
    label: 'New client secret',
    hint: 'Empty: it stays as it is.',
    isSecret: true,
    isOptional: true,
  },
  scopes('/providerApp/scopes'),
];
