import { field, flag, picklist, required, system, text, type Field } from './field.ts';

export type SobjectType = {
  readonly name: string;
  readonly label: string;
  /** The first three characters of each id. */
  readonly keyPrefix: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Makes up `Name` where it is put together from other fields. */
  readonly nameFrom: readonly string[];
};

const leadSources = ['Web', 'Phone Inquiry', 'Partner Referral', 'Purchased List', 'Other'];

const everyType = [
  system('Id', 'Record ID', 'id', 18),
  system('IsDeleted', 'Deleted', 'boolean'),
  system('CreatedDate', 'Created Date', 'datetime'),
  system('LastModifiedDate', 'Last Modified Date', 'datetime'),
  system('SystemModstamp', 'System Modstamp', 'datetime'),
  field('External_Id__c', 'External Id', 'string', { length: 255, unique: true, externalId: true }),
  // Not unique: several records may hold one value.
  field('Legacy_Id__c', 'Legacy Id', 'string', { length: 255, externalId: true }),
  text('Description', 'Description', 32_000, 'textarea'),
];

const contact: SobjectType = {
  name: 'Contact',
  label: 'Contact',
  keyPrefix: '003',
  nameFrom: ['FirstName', 'LastName'],
  fields: byName([
    ...everyType,
    system('Name', 'Full Name', 'string', 121),
    text('FirstName', 'First Name', 40),
    required(text('LastName', 'Last Name', 80)),
    field('AccountId', 'Account ID', 'reference', { length: 18, referenceTo: ['Account'] }),
    text('Email', 'Email', 80, 'email'),
    text('Phone', 'Business Phone', 40, 'phone'),
    text('MobilePhone', 'Mobile Phone', 40, 'phone'),
    text('Title', 'Title', 128),
    text('MailingCity', 'Mailing City', 40),
    field('Birthdate', 'Birthdate', 'date'),
    flag('HasOptedOutOfEmail', 'Email Opt Out'),
    flag('DoNotCall', 'Do Not Call'),
    picklist('LeadSource', 'Lead Source', leadSources),
    field('Languages__c', 'Languages', 'multipicklist', {
      length: 4_099,
      values: ['English', 'French', 'German'],
    }),
  ]),
};

const account: SobjectType = {
  name: 'Account',
  label: 'Account',
  keyPrefix: '001',
  nameFrom: [],
  fields: byName([
    ...everyType,
    required(text('Name', 'Account Name', 255)),
    text('Phone', 'Account Phone', 40, 'phone'),
    field('AnnualRevenue', 'Annual Revenue', 'currency'),
    picklist('Type', 'Account Type', ['Prospect', 'Partner', 'Other']),
  ]),
};

const lead: SobjectType = {
  name: 'Lead',
  label: 'Lead',
  keyPrefix: '00Q',
  nameFrom: ['FirstName', 'LastName'],
  fields: byName([
    ...everyType,
    system('Name', 'Full Name', 'string', 121),
    text('FirstName', 'First Name', 40),
    required(text('LastName', 'Last Name', 80)),
    required(text('Company', 'Company', 255)),
    text('Title', 'Title', 128),
    text('Email', 'Email', 80, 'email'),
    text('Phone', 'Phone', 40, 'phone'),
    text('City', 'City', 40),
    text('State', 'State/Province', 80),
    field('AnnualRevenue', 'Annual Revenue', 'currency'),
    flag('HasOptedOutOfEmail', 'Email Opt Out'),
    picklist('LeadSource', 'Lead Source', leadSources),
    picklist('Status', 'Lead Status', ['Open - Not Contacted', 'Closed - Converted']),
  ]),
};

export const sobjectTypes: readonly SobjectType[] = [contact, account, lead];

const typesByName = new Map(
  sobjectTypes.flatMap((type) => [
    [type.name, type],
    [type.name.toLowerCase(), type],
  ]),
);

const fieldsInLowerCase = new Map(
  sobjectTypes.map((type) => [
    type,
    new Map([...type.fields].map(([name, field]) => [name.toLowerCase(), field])),
  ]),
);

/** Names are taken in any case, as Salesforce does. */
export function findSobjectType(name: string): SobjectType | undefined {
  return typesByName.get(name) ?? typesByName.get(name.toLowerCase());
}

/** Names are taken in any case, as Salesforce does. */
export function findField(type: SobjectType, name: string): Field | undefined {
  return type.fields.get(name) ?? fieldsInLowerCase.get(type)?.get(name.toLowerCase());
}

export function uniqueFields(type: SobjectType): string[] {
  return [...type.fields.values()].filter((field) => field.unique).map((field) => field.name);
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name, field]));
}
