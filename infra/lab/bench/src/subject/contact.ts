import type { Account } from '@writ/stack';

const namePrefix = 'n-';

export const contactName = (number: number | '{n}'): string => `${namePrefix}${number}`;

/** About 1 kB as JSON. Without a unique field, so that a repeated write shows. */
export const contactFields = {
  firstname: 'Bench',
  lastname: contactName('{n}'),
  phone: '+44 20 7946 0000',
  company: 'Example Industries International Limited',
  website: 'https://www.example.com/departments/purchasing/contacts',
  jobtitle: 'Head of Purchasing, Northern and Western Europe',
  city: 'London',
  zip: 'EC1A 1BB',
  country: 'United Kingdom',
  lifecyclestage: 'customer',
  hs_lead_status: 'CONNECTED',
  address: 'Second floor, third door on the left, behind the courtyard. '.repeat(10),
};

export type WriteWay =
  { mode: 'synchronous' } | { mode: 'asynchronous'; autoBatchPolicy?: { maxDelayMinutes: number } };

/** `{n}` stands for the contact's number. */
export const contactWrite = ({ groupRef }: Account, way: WriteWay): string =>
  JSON.stringify({ groupRef, type: 'create', ...way, record: contactFields });

export const contactRecord = (number: number): object => ({
  ...contactFields,
  lastname: contactName(number),
});

/** Synchronous, at most 100 contacts, numbered from 100 × `{n}`. */
export const contactBatch = ({ groupRef }: Account, count: number): string =>
  JSON.stringify({
    groupRef,
    type: 'create',
    batch: Array.from({ length: count }, (_, place) => ({
      record: { ...contactFields, lastname: `n-{n}${String(place).padStart(2, '0')}` },
    })),
  });

/** Asynchronous; `{n}` stands for the contact's number. */
export const contactUpdate = ({ groupRef }: Account, id: string): string =>
  JSON.stringify({
    groupRef,
    type: 'update',
    mode: 'asynchronous',
    record: { id, lastname: contactFields.lastname },
  });

export const contactCall = (): string => JSON.stringify({ properties: contactFields, associations: [] });

export const nameOf = ({ fields }: { fields: Readonly<Record<string, unknown>> }): string =>
  String(fields['lastname'] ?? fields['LastName']);

export const numberOf = (contact: { fields: Readonly<Record<string, unknown>> }): number =>
  Number(nameOf(contact).slice(namePrefix.length));
