import {
  externalId,
  flag,
  multipicklist,
  picklist,
  plainField,
  reference,
  required,
  system,
  text,
} from './field.ts';
import type { Field } from './field.ts';

export type SobjectType = {
  readonly name: string;
  readonly label: string;
  /** The first three characters of each id. */
  readonly keyPrefix: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Makes up `Name` where it is put together from other fields. */
  readonly nameFrom: readonly string[];
};

const industries = [
  'Agriculture',
  'Banking',
  'Consulting',
  'Education',
  'Energy',
  'Manufacturing',
  'Retail',
  'Technology',
];
const leadSources = ['Web', 'Phone Inquiry', 'Partner Referral', 'Purchased List', 'Other'];

const everyType = [
  system('Id', 'Record ID', 'id', 18),
  system('IsDeleted', 'Deleted', 'boolean'),
  system('CreatedDate', 'Created Date', 'datetime'),
  system('LastModifiedDate', 'Last Modified Date', 'datetime'),
  system('SystemModstamp', 'System Modstamp', 'datetime'),
  externalId('External_Id__c', 'External Id'),
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
    reference('AccountId', 'Account ID', ['Account']),
    text('Email', 'Email', 80, 'email'),
    text('Phone', 'Business Phone', 40, 'phone'),
    text('MobilePhone', 'Mobile Phone', 40, 'phone'),
    text('Title', 'Title', 128),
    text('Department', 'Department', 80),
    text('MailingStreet', 'Mailing Street', 255, 'textarea'),
    text('MailingCity', 'Mailing City', 40),
    text('MailingState', 'Mailing State/Province', 80),
    text('MailingPostalCode', 'Mailing Zip/Postal Code', 20),
    text('MailingCountry', 'Mailing Country', 80),
    plainField('Birthdate', 'Birthdate', 'date'),
    flag('HasOptedOutOfEmail', 'Email Opt Out'),
    flag('DoNotCall', 'Do Not Call'),
    picklist('LeadSource', 'Lead Source', leadSources),
    multipicklist('Languages__c', 'Languages', ['English', 'French', 'German']),
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
    reference('ParentId', 'Parent Account ID', ['Account']),
    text('Phone', 'Account Phone', 40, 'phone'),
    text('Website', 'Website', 255, 'url'),
    text('AccountNumber', 'Account Number', 40),
    text('BillingStreet', 'Billing Street', 255, 'textarea'),
    text('BillingCity', 'Billing City', 40),
    text('BillingState', 'Billing State/Province', 80),
    text('BillingPostalCode', 'Billing Zip/Postal Code', 20),
    text('BillingCountry', 'Billing Country', 80),
    plainField('AnnualRevenue', 'Annual Revenue', 'currency'),
    plainField('NumberOfEmployees', 'Employees', 'int'),
    picklist('Industry', 'Industry', industries),
    picklist('Type', 'Account Type', [
      'Prospect',
      'Customer - Direct',
      'Customer - Channel',
      'Partner',
      'Other',
    ]),
    picklist('Rating', 'Account Rating', ['Hot', 'Warm', 'Cold']),
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
    text('Website', 'Website', 255, 'url'),
    text('Street', 'Street', 255, 'textarea'),
    text('City', 'City', 40),
    text('State', 'State/Province', 80),
    text('PostalCode', 'Zip/Postal Code', 20),
    text('Country', 'Country', 80),
    plainField('AnnualRevenue', 'Annual Revenue', 'currency'),
    plainField('NumberOfEmployees', 'Employees', 'int'),
    flag('HasOptedOutOfEmail', 'Email Opt Out'),
    picklist('LeadSource', 'Lead Source', leadSources),
    picklist('Status', 'Lead Status', [
      'Open - Not Contacted',
      'Working - Contacted',
      'Closed - Converted',
      'Closed - Not Converted',
    ]),
    picklist('Industry', 'Industry', industries),
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
