import { expect, test } from '@jest/globals';
import { givenContact } from '../testing/records.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';

const contacts = '/crm/objects/2026-03/contacts';

test('a merge makes a new record of two, with the values of the first before those of the other', async () => {
  await using sandbox = await startTestSandbox();
  const primary = await givenContact(sandbox, { email: 'ada@example.com', city: 'London' });
  const other = await givenContact(sandbox, { email: 'countess@example.com', city: 'Bath', phone: '1' });
  const body = { primaryObjectId: primary, objectIdToMerge: other };
  const merged = await sandbox.hubspot('POST', `${contacts}/merge`, body);
  expect(merged).toMatchObject({
    status: 200,
    body: {
      properties: {
        email: 'ada@example.com',
        city: 'London',
        phone: '1',
        hs_merged_object_ids: `${primary};${other}`,
      },
    },
  });
  expect([primary, other]).not.toContain((merged.body as { id: string }).id);
});

test('what is read, written or archived by the old ids is the new record, also after another merge', async () => {
  await using sandbox = await startTestSandbox();
  const [one, two, three] = [
    await givenContact(sandbox, { lastname: 'One' }),
    await givenContact(sandbox, { lastname: 'Two' }),
    await givenContact(sandbox, { lastname: 'Three' }),
  ];
  const merge = async (primaryObjectId: string, objectIdToMerge: string) => {
    const answer = await sandbox.hubspot('POST', `${contacts}/merge`, { primaryObjectId, objectIdToMerge });
    return (answer.body as { id: string }).id;
  };
  const first = await merge(one, two);
  const last = await merge(three, two);
  const update = { properties: { city: 'Bath' } };
  expect(await sandbox.hubspot('PATCH', `${contacts}/${one}`, update)).toMatchObject({ body: { id: last } });
  const batch = await sandbox.hubspot('POST', `${contacts}/batch/read`, {
    inputs: [{ id: two }, { id: first }],
    properties: ['city', 'hs_merged_object_ids'],
  });
  const record = {
    id: last,
    properties: { city: 'Bath', hs_merged_object_ids: `${three};${one};${two};${first}` },
  };
  expect(batch).toMatchObject({ status: 200, body: { results: [record, record] } });
  await sandbox.hubspot('DELETE', `${contacts}/${one}`);
  expect(await sandbox.hubspot('GET', `${contacts}/${last}`)).toMatchObject({ status: 404 });
});

test('a merge needs two records that are there', async () => {
  await using sandbox = await startTestSandbox();
  const primaryObjectId = await givenContact(sandbox, { lastname: 'One' });
  const merge = (objectIdToMerge: unknown) =>
    sandbox.hubspot('POST', `${contacts}/merge`, { primaryObjectId, objectIdToMerge });
  expect(await merge('999999')).toMatchObject({ status: 404 });
  expect(await merge(undefined)).toMatchObject({ status: 404 });
  expect(await merge(primaryObjectId)).toMatchObject({ status: 400, body: { category: 'VALIDATION_ERROR' } });
});
