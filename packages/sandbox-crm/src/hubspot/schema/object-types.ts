import { choice, date, moment, number, text, yesOrNo, type Property } from './property.ts';

export type ObjectType = {
  readonly name: string;
  /** As in messages: `Contact already exists`. */
  readonly singular: string;
  readonly typeId: string;
  readonly properties: ReadonlyMap<string, Property>;
  /** What a read answers when it names no properties. */
  readonly defaultProperties: readonly string[];
  /** The property that tells when the record last changed; its name differs by type. */
  readonly modifiedProperty: string;
};

const lifecycleStages = ['subscriber', 'lead', 'marketingqualifiedlead', 'opportunity', 'customer'];

const everyType = [
  number('hs_object_id', 'Record ID', { readOnly: true, hasUniqueValue: true }),
  moment('createdate', 'Create Date', { readOnly: true }),
  text('hs_merged_object_ids', 'Merged record IDs', { readOnly: true }),
  text('hubspot_owner_id', 'Owner'),
  // A custom property that every sandbox account has, so that a record can be found again by a key of one's own.
  text('external_id', 'External ID', { hasUniqueValue: true }),
];

const contacts: ObjectType = {
  name: 'contacts',
  singular: 'Contact',
  typeId: '0-1',
  modifiedProperty: 'lastmodifieddate',
  defaultProperties: ['createdate', 'email', 'firstname', 'hs_object_id', 'lastmodifieddate', 'lastname'],
  properties: byName([
    ...everyType,
    moment('lastmodifieddate', 'Last Modified Date', { readOnly: true }),
    text('email', 'Email', { hasUniqueValue: true, isEmail: true }),
    text('firstname', 'First Name'),
    text('lastname', 'Last Name'),
    text('phone', 'Phone Number'),
    text('mobilephone', 'Mobile Phone Number'),
    text('company', 'Company Name'),
    text('website', 'Website URL'),
    text('jobtitle', 'Job Title'),
    text('address', 'Street Address'),
    text('city', 'City'),
    text('state', 'State/Region'),
    text('zip', 'Postal Code'),
    text('country', 'Country/Region'),
    number('annualrevenue', 'Annual Revenue'),
    date('date_of_birth', 'Date of birth'),
    yesOrNo('hs_email_optout', 'Unsubscribed from all email'),
    choice('lifecyclestage', 'Lifecycle Stage', lifecycleStages),
    choice('hs_lead_status', 'Lead Status', ['NEW', 'OPEN', 'CONNECTED']),
  ]),
};

const companies: ObjectType = {
  name: 'companies',
  singular: 'Company',
  typeId: '0-2',
  modifiedProperty: 'hs_lastmodifieddate',
  defaultProperties: ['createdate', 'domain', 'hs_lastmodifieddate', 'hs_object_id', 'name'],
  properties: byName([
    ...everyType,
    moment('hs_lastmodifieddate', 'Last Modified Date', { readOnly: true }),
    text('name', 'Company name'),
    // As at HubSpot, two companies may share a domain.
    text('domain', 'Company Domain Name'),
    text('description', 'Description'),
    text('phone', 'Phone Number'),
    text('website', 'Website URL'),
    text('address', 'Street Address'),
    text('city', 'City'),
    text('state', 'State/Region'),
    text('zip', 'Postal Code'),
    text('country', 'Country/Region'),
    number('annualrevenue', 'Annual Revenue'),
    choice('type', 'Type', ['PROSPECT', 'PARTNER', 'RESELLER', 'VENDOR', 'OTHER']),
    choice('lifecyclestage', 'Lifecycle Stage', lifecycleStages),
  ]),
};

const deals: ObjectType = {
  name: 'deals',
  singular: 'Deal',
  typeId: '0-3',
  modifiedProperty: 'hs_lastmodifieddate',
  defaultProperties: [
    'amount',
    'createdate',
    'dealname',
    'dealstage',
    'hs_lastmodifieddate',
    'hs_object_id',
    'pipeline',
  ],
  properties: byName([
    ...everyType,
    moment('hs_lastmodifieddate', 'Last Modified Date', { readOnly: true }),
    text('dealname', 'Deal Name', { required: true }),
    number('amount', 'Amount'),
    text('description', 'Deal Description'),
    choice('pipeline', 'Pipeline', ['default']),
    choice('dealstage', 'Deal Stage', ['qualifiedtobuy', 'closedwon', 'closedlost']),
  ]),
};

export const objectTypes: readonly ObjectType[] = [contacts, companies, deals];

const typesByAlias = new Map(
  objectTypes.flatMap((type) =>
    [type.name, type.singular.toLowerCase(), type.typeId].map((alias) => [alias, type]),
  ),
);

/** The type that a path names: by plural, singular or type id. */
export function findObjectType(alias: string): ObjectType | undefined {
  return typesByAlias.get(alias) ?? typesByAlias.get(alias.toLowerCase());
}

/** Properties that tell one record from another and can be set, so that a record can be addressed by them. */
export function uniqueProperties(type: ObjectType): string[] {
  return [...type.properties.values()].filter((p) => p.hasUniqueValue && !p.readOnly).map((p) => p.name);
}

function byName(properties: readonly Property[]): ReadonlyMap<string, Property> {
  return new Map(properties.map((property) => [property.name, property]));
}
