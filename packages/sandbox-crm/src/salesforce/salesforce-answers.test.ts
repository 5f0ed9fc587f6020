import { expect, test } from '@jest/globals';
import { declaredAnswers } from '../testing/answers/answer-checker.ts';
import { givenRow } from '../testing/records.ts';
import { startTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

type Request = [method: string, path: string, body?: unknown];

const data = '/services/data/v66.0';
const rows = `${data}/sobjects/Contact`;
const collections = `${data}/composite/sobjects`;
const nobody = '003000000000000AAA';
const contact = (more: object) => ({ attributes: { type: 'Contact' }, ...more });

/** A request to each address that needs a session; none of them changes a record. */
const requests: readonly Request[] = [
  ['GET', `${data}/query?q=SELECT+unicorn`],
  ['GET', `${rows}/describe`],
  ['POST', rows, {}],
  ['GET', `${rows}/${nobody}`],
  ['PATCH', `${rows}/${nobody}`, {}],
  ['DELETE', `${rows}/${nobody}`],
  ['PATCH', `${rows}/External_Id__c/k`, {}],
  ['POST', collections, {}],
  ['PATCH', collections, {}],
  ['PATCH', `${collections}/Contact/External_Id__c`, {}],
  ['POST', `${collections}/Contact`, {}],
  ['POST', `${data}/composite`, {}],
  ['PUT', `${data}/elsewhere`],
];

/** Refused for its session, its form, its media type, its version, and for the org's limits. */
async function refuseAll({ salesforce, as, sandbox }: TestSandbox, id: string): Promise<void> {
  const toSomeRow = (path: string): string => path.replace(nobody, id);
  for (const [method, path, body] of requests) {
    await as('salesforce', 'nonsense')(method, path, body);
    await salesforce(method, path, body);
    await salesforce(method, path.replace('v66.0', 'v10.0'), body);
    if (body !== undefined)
      await salesforce(method, toSomeRow(path), 'text', { 'content-type': 'text/plain' });
  }
  await salesforce('PUT', rows);
  await salesforce('GET', `${rows}/${id}?fields=unicorn`);
  const stale = { 'if-unmodified-since': 'Sun, 01 Feb 2026 10:00:00 GMT' };
  await salesforce('PATCH', `${rows}/${id}`, { Title: 'x' }, stale);
  for (const body of [{ unicorn: 'x' }, { Title: 'x' }]) await salesforce('PATCH', `${rows}/${id}`, body);
  const item = { code: 'DELETE_FAILED', message: 'it is needed elsewhere' };
  sandbox.setFault({ provider: 'salesforce', match: { method: 'DELETE' }, then: { item } });
  await salesforce('DELETE', `${rows}/${id}`);
  sandbox.settings('salesforce', 'acme', { dailyLimit: 0 });
  for (const request of requests) await salesforce(...request);
  sandbox.settings('salesforce', 'acme', { dailyLimit: null });
}

async function writeMany({ salesforce }: TestSandbox, id: string): Promise<void> {
  const records = [contact({ LastName: 'L' }), contact({ Title: 'x' })];
  await salesforce('POST', collections, { records });
  await salesforce('PATCH', collections, { records: [contact({ id, Title: 'x' })] });
  const keyed = ['k1', 'k2'].map((key) => contact({ External_Id__c: key, LastName: 'L' }));
  await salesforce('PATCH', `${collections}/Contact/External_Id__c`, { records: [...keyed, contact({})] });
  await salesforce('POST', `${collections}/Contact`, { ids: [id, nobody], fields: ['Title'] });
}

async function upsertRows(sandbox: TestSandbox): Promise<void> {
  const { salesforce } = sandbox;
  for (const version of ['v45.0', 'v66.0', 'v66.0'])
    await salesforce('PATCH', `${rows.replace('v66.0', version)}/External_Id__c/u`, { LastName: 'L' });
  await salesforce('PATCH', `${rows.replace('v66.0', 'v45.0')}/External_Id__c/u`, { LastName: 'L' });
  await salesforce('PATCH', `${rows}/External_Id__c/w`, { LastName: 'L' });
  await givenRow(sandbox, 'Contact', { LastName: 'L', Legacy_Id__c: 'd' });
  await givenRow(sandbox, 'Contact', { LastName: 'L', Legacy_Id__c: 'd' });
  await salesforce('PATCH', `${rows}/Legacy_Id__c/d`, { LastName: 'L' });
}

async function runComposite({ salesforce }: TestSandbox, id: string): Promise<void> {
  const get = (referenceId: string, url: string) => ({ method: 'GET', url, referenceId });
  const change = (referenceId: string, method: string, url: string, body: object) => ({
    method,
    url,
    referenceId,
    body,
  });
  const compositeRequest = [
    change('made', 'POST', rows, { LastName: 'L' }),
    change('changed', 'PATCH', `${rows}/${id}`, { Title: 'x' }),
    change('refused', 'POST', rows, {}),
    change('collection', 'POST', collections, { records: [contact({ LastName: 'L' })] }),
    change('upserted', 'PATCH', `${rows}/External_Id__c/x`, { LastName: 'L' }),
    change('again', 'PATCH', `${rows}/External_Id__c/x`, { LastName: 'L' }),
    change('several', 'PATCH', `${rows}/Legacy_Id__c/d`, { LastName: 'L' }),
    change('keyed', 'PATCH', `${collections}/Contact/External_Id__c`, { records: [contact({})] }),
    get('row', `${rows}/${id}`),
    get('query', `${data}/query?q=SELECT+Id+FROM+Contact`),
    get('described', `${rows}/describe`),
    get('nothing', `${rows}/${nobody}`),
  ];
  await salesforce('POST', `${data}/composite`, { compositeRequest });
}

async function askForTokens({ plain, salesforce, as }: TestSandbox): Promise<void> {
  const oauth = '/salesforce/services/oauth2';
  const form = {
    grant_type: 'refresh_token',
    client_id: 'c',
    refresh_token: 'sandbox-refresh-salesforce-acme',
  };
  await plain('POST', `${oauth}/token`, new URLSearchParams(form));
  await plain('POST', `${oauth}/token`, new URLSearchParams({ ...form, refresh_token: 'x' }));
  for (const token of [form.refresh_token, 'x'])
    await plain('POST', `${oauth}/revoke`, new URLSearchParams({ token }));
  const page = `${oauth}/authorize?client_id=c&redirect_uri=http%3A%2F%2F127.0.0.1%2Fback`;
  await plain('GET', page);
  await plain('GET', `${page}&account=acme`);
  await plain('POST', page, new URLSearchParams({ other: '-' }));
  await plain('POST', page, new URLSearchParams({ decision: 'deny' }));
  await plain('GET', `${oauth}/authorize`);
  await salesforce('GET', '/services/oauth2/userinfo');
  await as('salesforce', 'nonsense')('GET', '/services/oauth2/userinfo');
}

test('every answer that Salesforce is declared to give is given, and holds to its schema', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Contact', { LastName: 'L' });
  await refuseAll(sandbox, id);
  await sandbox.salesforce('POST', rows, { LastName: 'L' });
  await sandbox.salesforce('GET', `${rows}/${id}`);
  await sandbox.salesforce('GET', `${data}/query?q=SELECT+Id,CreatedDate+FROM+Contact`);
  await writeMany(sandbox, id);
  await upsertRows(sandbox);
  await runComposite(sandbox, id);
  await askForTokens(sandbox);
  await sandbox.salesforce('DELETE', `${rows}/${id}`);
  const seen = sandbox.answers.seen('salesforce');
  expect(declaredAnswers('salesforce').filter((name) => !seen.has(name))).toEqual([]);
});
