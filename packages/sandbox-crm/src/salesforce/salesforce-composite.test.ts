import { expect, test } from '@jest/globals';
import { givenRow } from '../testing/records.ts';
import { startTestSandbox } from '../testing/test-sandbox.ts';

const data = '/services/data/v66.0';

test('a create and its read-back go in one call, which counts once', async () => {
  await using sandbox = await startTestSandbox();
  const answer = await sandbox.salesforce('POST', `${data}/composite`, {
    allOrNone: false,
    compositeRequest: [
      { method: 'POST', url: `${data}/sobjects/Account`, referenceId: 'write', body: { Name: 'Acme' } },
      { method: 'GET', url: `${data}/sobjects/Account/@{write.id}?fields=Name,Phone`, referenceId: 'read' },
    ],
  });
  const id = sandbox.sandbox.records('salesforce', 'acme', 'Account')[0]?.id;
  expect(answer).toMatchObject({
    status: 200,
    body: {
      compositeResponse: [
        {
          referenceId: 'write',
          httpStatusCode: 201,
          body: { id, success: true },
          httpHeaders: { Location: `${data}/sobjects/Account/${id}` },
        },
        { referenceId: 'read', httpStatusCode: 200, body: { Id: id, Name: 'Acme', Phone: null } },
      ],
    },
  });
  expect(answer.headers.get('sforce-limit-info')).toBe('api-usage=1/100000');
});

test('an update and its read-back go in one call', async () => {
  await using sandbox = await startTestSandbox();
  const id = await givenRow(sandbox, 'Contact', { LastName: 'L' });
  const url = `${data}/sobjects/Contact/${id}`;
  const compositeRequest = [
    { method: 'PATCH', url, referenceId: 'write', body: { Title: 'Countess' } },
    { method: 'GET', url, referenceId: 'read' },
  ];
  expect((await sandbox.salesforce('POST', `${data}/composite`, { compositeRequest })).body).toMatchObject({
    compositeResponse: [
      { httpStatusCode: 204, body: null },
      { httpStatusCode: 200, body: { Title: 'Countess' } },
    ],
  });
});

const brokenPair = [
  { method: 'POST', url: `${data}/sobjects/Account`, referenceId: 'good', body: { Name: 'Acme' } },
  { method: 'POST', url: `${data}/sobjects/Account`, referenceId: 'bad', body: {} },
  { method: 'GET', url: `${data}/sobjects/Account/@{bad.id}`, referenceId: 'after' },
];

test('what failed takes only its followers with it', async () => {
  await using sandbox = await startTestSandbox();
  const { body } = await sandbox.salesforce('POST', `${data}/composite`, { compositeRequest: brokenPair });
  expect(body).toMatchObject({
    compositeResponse: [
      { httpStatusCode: 201 },
      { httpStatusCode: 400, body: [{ errorCode: 'REQUIRED_FIELD_MISSING' }] },
      { httpStatusCode: 400, body: [{ errorCode: 'PROCESSING_HALTED' }] },
    ],
  });
  expect(sandbox.sandbox.records('salesforce', 'acme', 'Account')).toHaveLength(1);
});

test('a composite call has 1 to 25 well-formed subrequests with names of their own', async () => {
  await using sandbox = await startTestSandbox();
  const send = (compositeRequest: unknown) =>
    sandbox.salesforce('POST', `${data}/composite`, { compositeRequest });
  const described = (referenceId: string) => ({
    method: 'GET',
    url: `${data}/sobjects/Lead/describe`,
    referenceId,
  });
  const many = Array.from({ length: 26 }, (_, at) => described(`r${at}`));
  expect(await send(many.slice(0, 25))).toMatchObject({ status: 200 });
  expect(await send(many)).toMatchObject({ status: 400, body: [{ errorCode: 'LIMIT_EXCEEDED' }] });
  expect(await send([described('a'), described('a')])).toMatchObject({ status: 400 });
  expect(await send([described('a.b')])).toMatchObject({ status: 400 });
  expect(await send([{ method: 'GET' }])).toMatchObject({ status: 400 });
  expect(await send([])).toMatchObject({ status: 400 });
  expect(
    await send([
      { ...described('a'), url: '/nonsense' },
      { ...described('b'), url: `${data}/composite` },
    ]),
  ).toMatchObject({
    body: { compositeResponse: [{ httpStatusCode: 404 }, { httpStatusCode: 400 }] },
  });
});
