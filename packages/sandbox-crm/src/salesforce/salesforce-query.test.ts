import { expect, test } from '@jest/globals';
import { givenRow } from '../testing/records.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';
import type { TestSandbox } from '../testing/test-sandbox.ts';

const ask = ({ salesforce }: TestSandbox, soql: string, resource = 'query') =>
  salesforce('GET', `/services/data/v66.0/${resource}/?q=${encodeURIComponent(soql)}`);

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
  ["where title = 'b' order by LastName desc", [2, 1]],
  ["WHERE LastName IN ('Ada', 'Zoe') ORDER BY LastName", [0, 2]],
  ["WHERE Title != 'B'", [0]],
  ['WHERE DoNotCall = TRUE', [0]],
  ['WHERE Email = NULL LIMIT 2', [0, 1]],
  ['WHERE CreatedDate >= 2026-03-01T10:00:01Z', [1, 2]],
  ['WHERE CreatedDate < 2026-03-01T11:00:01+01:00', [0]],
  ["WHERE External_Id__c = 'nobody'", []],
  ["WHERE LastName LIKE 'o%'", [1]],
  ["WHERE LastName LIKE '_\\'%ra' AND Title LIKE 'b'", [1]],
  ["WHERE LastName LIKE '%a%' ORDER BY LastName", [0, 1]],
  ["WHERE LastName LIKE '.*'", []],
  ["WHERE LastName LIKE 'A\\%'", []],
  ["WHERE Email LIKE '%'", []],
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

test('a record found by its id, a count, and deleted records in queryAll', async () => {
  await using sandbox = await startTestSandbox();
  const [first = ''] = await givenContacts(sandbox);
  expect((await ask(sandbox, `SELECT Id FROM Contact WHERE Id = '${first}'`)).body).toMatchObject({
    totalSize: 1,
  });
  await sandbox.salesforce('DELETE', `/services/data/v66.0/sobjects/Contact/${first}`);
  expect((await ask(sandbox, 'SELECT COUNT() FROM Contact')).body).toEqual({
    totalSize: 2,
    done: true,
    records: [],
  });
  expect((await ask(sandbox, 'SELECT Id FROM Contact', 'queryAll')).body).toMatchObject({ totalSize: 3 });
});

test.each([
  ['SELECT Id', 'MALFORMED_QUERY'],
  ['nonsense', 'MALFORMED_QUERY'],
  ['SELECT Id FROM Contact WHERE', 'MALFORMED_QUERY'],
  ['SELECT Id FROM Contact LIMIT many', 'MALFORMED_QUERY'],
  ['SELECT Id FROM Contact WHERE Title LIKE 5', 'MALFORMED_QUERY'],
  ["SELECT Id FROM Contact WHERE Title SOUNDS 'x'", 'MALFORMED_QUERY'],
  ['SELECT Id FROM Contact WHERE Title = "x"', 'MALFORMED_QUERY'],
  ['SELECT Id FROM Unicorn', 'INVALID_TYPE'],
  ['SELECT Nonsense FROM Contact', 'INVALID_FIELD'],
])('%s is %s', async (soql, errorCode) => {
  await using sandbox = await startTestSandbox();
  await givenContacts(sandbox);
  expect(await ask(sandbox, soql)).toMatchObject({ status: 400, body: [{ errorCode }] });
});
