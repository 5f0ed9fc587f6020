import { expect, test } from '@jest/globals';
import { givenRow } from '../testing/records.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

const ask = ({ salesforce }: TestSandbox, soql: string) =>
  salesforce('GET', `/services/data/v66.0/query/?q=${encodeURIComponent(soql)}`);

async function givenContacts(sandbox: TestSandbox): Promise<string[]> {
  const ids = [];
  for (const [LastName, Title] of [
    ['Ada', 'A'],
    ["O'Hara", 'B'],
    ['Zoe', 'B'],
  ] as const) {
    ids.push(
      await givenRow(sandbox, 'Contact', {
        LastName,
        Title,
        External_Id__c: LastName,
        DoNotCall: Title === 'A',
      }),
    );
    sandbox.clock.advance(1_000);
  }
  return ids;
}

test.each([
  ['', [0, 1, 2]],
  ["WHERE External_Id__c = 'ada'", [0]],
  ["WHERE LastName = 'O\\'Hara' AND Title = 'B'", [1]],
  ["WHERE LastName IN ('Ada', 'Zoe')", [0, 2]],
  ["where title = 'b'", [1, 2]],
  ['WHERE DoNotCall = TRUE', [0]],
  ["WHERE External_Id__c = 'nobody'", []],
])('SELECT Id FROM Contact %s', async (rest, expected) => {
  await using sandbox = await startTestSandbox();
  const ids = await givenContacts(sandbox);
  const { status, body } = await ask(sandbox, `SELECT Id, LastName FROM Contact ${rest}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    totalSize: expected.length,
    done: true,
    records: expected.map((at) => ({ Id: ids[at] })),
  });
});

test('a record is found by its id until it is deleted', async () => {
  await using sandbox = await startTestSandbox();
  const [first = ''] = await givenContacts(sandbox);
  const found = async () => (await ask(sandbox, `SELECT Id FROM Contact WHERE Id = '${first}'`)).body;
  expect(await found()).toMatchObject({ totalSize: 1 });
  await sandbox.salesforce('DELETE', `/services/data/v66.0/sobjects/Contact/${first}`);
  expect(await found()).toEqual({ totalSize: 0, done: true, records: [] });
});

test.each([
  ['SELECT Id', 'MALFORMED_QUERY'],
  ['nonsense', 'MALFORMED_QUERY'],
  ['SELECT Id FROM Contact WHERE', 'MALFORMED_QUERY'],
  ["SELECT Id FROM Contact WHERE Title SOUNDS 'x'", 'MALFORMED_QUERY'],
  ['SELECT Id FROM Contact WHERE Title = "x"', 'MALFORMED_QUERY'],
  ['SELECT Id FROM Unicorn', 'INVALID_TYPE'],
  ['SELECT Nonsense FROM Contact', 'INVALID_FIELD'],
])('%s is %s', async (soql, errorCode) => {
  await using sandbox = await startTestSandbox();
  await givenContacts(sandbox);
  expect(await ask(sandbox, soql)).toMatchObject({ status: 400, body: [{ errorCode }] });
});
