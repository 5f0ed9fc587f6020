import { expect, test } from '@jest/globals';
import { answerOf } from '../../testing/answer-of.ts';
import { readFaults, readItemFaults } from './failures.ts';

const error = (errorCode: string, message = 'Said by Salesforce', fields?: string[]) => [
  { message, errorCode, ...(fields && { fields }) },
];
const refused = { kind: 'invalid', retryable: false, sent: 'rejected' };
const page = '<html><head><title>Down</title></head><body>We are down for maintenance.</body></html>';
const soap =
  '<?xml version="1.0"?><soapenv:Envelope><soapenv:Body><soapenv:Fault><faultcode>sf:INVALID_SESSION_ID</faultcode>' +
  '<faultstring>INVALID_SESSION_ID: Invalid &lt;Session&gt; ID</faultstring></soapenv:Fault></soapenv:Body></soapenv:Envelope>';
const restXml =
  '<?xml version="1.0" encoding="UTF-8"?><Errors><Error><errorCode>REQUEST_LIMIT_EXCEEDED</errorCode>' +
  '<message>TotalRequests Limit exceeded.</message></Error></Errors>';
const triggerLocked = 'Trigger: caused by: UNABLE_TO_LOCK_ROW, unable to obtain exclusive access';
const byFlow = (cause: string) =>
  `We can't save this record because the “Roll up” process failed. This error occurred when the flow tried to update records: ${cause}.`;

const invalidCodes = [
  'REQUIRED_FIELD_MISSING',
  'INVALID_FIELD',
  'INVALID_FIELD_FOR_INSERT_UPDATE',
  'FIELD_CUSTOM_VALIDATION_EXCEPTION',
  'FIELD_INTEGRITY_EXCEPTION',
  'STRING_TOO_LONG',
  'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
  'MALFORMED_ID',
  'INVALID_TYPE',
  'MALFORMED_QUERY',
  'JSON_PARSER_ERROR',
  'DELETE_FAILED',
  'CANNOT_EXECUTE_FLOW_TRIGGER',
  'CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY',
];

test.each(invalidCodes)('takes %s for a refusal that stays', (code) => {
  expect(readFaults(answerOf(400, error(code, 'no', ['Name', 'Phone'])))).toEqual([
    { ...refused, status: 400, code, message: 'no', field: 'Name, Phone' },
  ]);
});

type Expected = Record<string, unknown>;
const rows: [name: string, status: number, body: unknown, fault: Expected][] = [
  [
    'several records that fit',
    300,
    ['/services/data/v66.0/sobjects/A/1'],
    { kind: 'unknown', retryable: false, sent: 'unknown' },
  ],
  ...[301, 302, 307, 308].map((status): [string, number, unknown, Expected] => [
    `an org that has another name now, under a ${status}`,
    status,
    '',
    { kind: 'unavailable', retryable: true, sent: 'rejected', movedAway: true, ourWaitMs: 60_000 },
  ]),
  [
    'a value that is taken',
    400,
    error('DUPLICATE_VALUE'),
    { kind: 'conflict', retryable: false, sent: 'rejected' },
  ],
  ['a duplicate rule', 400, error('DUPLICATES_DETECTED'), { kind: 'conflict', retryable: false }],
  ['a locked row', 400, error('UNABLE_TO_LOCK_ROW'), { kind: 'locked', retryable: true, sent: 'rejected' }],
  [
    'a lock met by a trigger',
    400,
    error('CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', triggerLocked),
    { kind: 'locked', retryable: true },
  ],
  [
    'a trigger with too many queries',
    400,
    error('CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', 'Too many SOQL queries: 101'),
    { kind: 'locked', retryable: true, tooMuchAtOnce: true },
  ],
  [
    'a trigger that takes too long',
    400,
    error('CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', 'System.LimitException: Apex CPU time limit exceeded'),
    { kind: 'locked', retryable: true, tooMuchAtOnce: true },
  ],
  [
    'a lock met by a flow',
    400,
    error(
      'CANNOT_EXECUTE_FLOW_TRIGGER',
      byFlow('UNABLE_TO_LOCK_ROW: unable to obtain exclusive access to this record'),
    ),
    { kind: 'locked', retryable: true, sent: 'rejected' },
  ],
  [
    'a flow that starts too many jobs',
    400,
    error(
      'CANNOT_EXECUTE_FLOW_TRIGGER',
      byFlow('LIMIT_EXCEEDED: System.LimitException: Too many queueable jobs added to the queue: 51'),
    ),
    { kind: 'locked', retryable: true, tooMuchAtOnce: true },
  ],
  [
    'a flow that writes one parent for too many records',
    400,
    error(
      'CANNOT_EXECUTE_FLOW_TRIGGER',
      byFlow('DUPLICATE_VALUE: Maximum number of duplicate updates in one batch (12 allowed)'),
    ),
    { kind: 'locked', retryable: true, tooMuchAtOnce: true },
  ],
  [
    'a flow that meets a rule',
    400,
    error('CANNOT_EXECUTE_FLOW_TRIGGER', byFlow('FIELD_CUSTOM_VALIDATION_EXCEPTION: The case is closed')),
    refused,
  ],
  ['a slow query', 400, error('QUERY_TIMEOUT'), { kind: 'timeout', retryable: true, sent: 'rejected' }],
  ['a metering policy', 400, error('TXN_SECURITY_METERING_ERROR'), { kind: 'forbidden', retryable: false }],
  [
    'an expired session',
    401,
    error('INVALID_SESSION_ID', 'Session expired or invalid'),
    { kind: 'unauthorized', retryable: true },
  ],
  [
    'a session of the wrong kind',
    401,
    error('INVALID_SESSION_ID', 'This session is not valid for use with the REST API'),
    { kind: 'unauthorized', retryable: true, refusesCredentials: true },
  ],
  [
    'a header that cannot be read',
    401,
    error('INVALID_AUTH_HEADER', 'INVALID_HEADER_TYPE'),
    { kind: 'unauthorized', retryable: true, refusesCredentials: true },
  ],
  [
    'a token that is not in form',
    401,
    error('INVALID_JWT_FORMAT', 'JWT cannot be parsed'),
    { kind: 'unauthorized', retryable: true, refusesCredentials: true },
  ],
  [
    'a 401 that is one object',
    401,
    { message: 'Session expired', errorCode: 'INVALID_SESSION_ID' },
    { kind: 'unauthorized', retryable: true },
  ],
  ['a 401 with no body', 401, '', { kind: 'unauthorized', retryable: true }],
  [
    'an OAuth error',
    401,
    { error: 'invalid_token', error_description: 'expired' },
    { kind: 'unauthorized', code: 'invalid_token', message: 'expired' },
  ],
  ['a SOAP fault', 401, soap, { kind: 'unauthorized', retryable: true, code: 'INVALID_SESSION_ID' }],
  [
    'an error in XML',
    403,
    restXml,
    { kind: 'rate-limited', limit: 'daily', message: 'TotalRequests Limit exceeded.' },
  ],
  [
    'the quota of a day',
    403,
    error('REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'),
    { kind: 'rate-limited', limit: 'daily', ourWaitMs: 300_000, sent: 'rejected' },
  ],
  [
    'too many long calls',
    403,
    error('REQUEST_LIMIT_EXCEEDED', 'ConcurrentPerOrgLongTxn Limit exceeded.'),
    { kind: 'rate-limited', limit: 'concurrent', ourWaitMs: 3_000 },
  ],
  [
    'too many calls at once',
    403,
    error('REQUEST_LIMIT_EXCEEDED', 'ConcurrentRequests (Concurrent API Requests) Limit exceeded.'),
    { kind: 'rate-limited', limit: 'concurrent' },
  ],
  ['no access', 403, error('INSUFFICIENT_ACCESS_OR_READONLY'), { kind: 'forbidden', retryable: false }],
  [
    'no access to a parent',
    400,
    error('INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY'),
    { kind: 'forbidden', retryable: false },
  ],
  ['an org without API', 403, error('API_DISABLED_FOR_ORG'), { kind: 'forbidden', retryable: false }],
  [
    'an API that is off for now',
    403,
    error('API_CURRENTLY_DISABLED'),
    { kind: 'forbidden', retryable: true },
  ],
  ['a security policy', 403, error('TXN_SECURITY_NO_ACCESS'), { kind: 'forbidden', retryable: false }],
  ['an unknown resource', 404, error('NOT_FOUND'), { kind: 'not-found', retryable: false }],
  ['a deleted record', 404, error('ENTITY_IS_DELETED'), { kind: 'not-found', retryable: false }],
  [
    'a page of the edge for an unknown host',
    404,
    page,
    {
      kind: 'unavailable',
      retryable: true,
      sent: 'rejected',
      movedAway: true,
      message: 'Salesforce answered 404 with a page: it knows no account at this address.',
    },
  ],
  ['a method that is not allowed', 405, error('METHOD_NOT_ALLOWED'), refused],
  ['a conflict of versions', 409, error('CONFLICT'), { kind: 'conflict', retryable: false }],
  ['a version that is gone', 410, error('GONE'), refused],
  [
    'a lock as people are told of it',
    400,
    error('CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', 'Record Currently Unavailable: Please try again.'),
    { kind: 'locked', retryable: true, sent: 'rejected' },
  ],
  ...['FIELD_CUSTOM_VALIDATION_EXCEPTION', 'APEX_ERROR', 'SOME_NEW_CODE'].flatMap((code): typeof rows => [
    [`a lock inside ${code}`, 400, error(code, triggerLocked), { kind: 'locked', retryable: true, code }],
    [
      `a limit inside ${code}`,
      400,
      error(code, 'System.LimitException: Apex heap size too large'),
      { kind: 'locked', retryable: true, tooMuchAtOnce: true, code },
    ],
  ]),
  ['an Apex error that is no limit', 400, error('APEX_ERROR', 'System.NullPointerException'), refused],
  [
    'an unknown exception of a call',
    400,
    error('UNKNOWN_EXCEPTION'),
    { kind: 'unavailable', retryable: true, sent: 'unknown' },
  ],
  [
    'a call that runs too long',
    400,
    error('REQUEST_RUNNING_TOO_LONG'),
    { kind: 'timeout', retryable: true, sent: 'unknown' },
  ],
  ['a lookup to what is not there', 400, error('INVALID_CROSS_REFERENCE_KEY'), refused],
  [
    'a condition that is not met',
    412,
    error('PRECONDITION_FAILED'),
    { kind: 'conflict', retryable: false, sent: 'rejected', unmetCondition: true },
  ],
  ['a large body', 413, '<html></html>', refused],
  ['a long address', 414, '', refused],
  ['a content type', 415, error('UNSUPPORTED_MEDIA_TYPE'), refused],
  ['a missing condition', 428, error('PRECONDITION_REQUIRED'), refused],
  ...[400, 403, 404, 409, 410, 428].flatMap((status): typeof rows =>
    [status === 404 ? '' : page, '[{"message":"Ser'].map((body) => [
      `a ${status} that is not Salesforce's own`,
      status,
      body,
      { kind: 'unknown', retryable: true, sent: 'unknown' },
    ]),
  ),
  ['long headers', 431, '', refused],
  [
    'an edge without a route',
    420,
    page,
    { kind: 'unavailable', retryable: true, sent: 'rejected', ourWaitMs: 30_000 },
  ],
  ['a throttle', 429, error('THROTTLED'), { kind: 'rate-limited', retryable: true, sent: 'rejected' }],
  ['a throttle without an error', 429, '', { kind: 'rate-limited', retryable: true, sent: 'unknown' }],
  [
    'an error of the platform',
    500,
    error('UNKNOWN_EXCEPTION'),
    { kind: 'unavailable', retryable: true, sent: 'unknown' },
  ],
  ['an instance out of reach', 502, page, { kind: 'unavailable', retryable: true, sent: 'unknown' }],
  [
    'maintenance',
    503,
    { message: 'Server too busy', errorCode: 'SERVER_UNAVAILABLE' },
    { kind: 'unavailable', retryable: true, sent: 'unknown' },
  ],
  ['maintenance, as a page', 503, page, { kind: 'unavailable', retryable: true, sent: 'unknown' }],
  ['maintenance, cut off', 503, '[{"message":"Ser', { kind: 'unavailable', sent: 'unknown' }],
  ['no answer in time', 504, page, { kind: 'timeout', retryable: true, sent: 'unknown' }],
];

test.each(rows)('reads %s', (_name, status, body, fault) => {
  const faults = readFaults(answerOf(status, body));
  expect(faults).toEqual([expect.objectContaining({ ...fault, status })]);
  expect(faults[0].message).not.toMatch(/<|html/i);
  expect(faults[0].message).not.toBe('');
});

test('nobody knows what a success stands for that is none of the known ones', () => {
  expect(readFaults(answerOf(202, ''))).toEqual([
    expect.objectContaining({ kind: 'unknown', retryable: true, sent: 'unknown' }),
  ]);
});

test('keeps the first fifty errors', () => {
  const errors = Array.from({ length: 60 }, () => error('X')).flat();
  expect(readFaults(answerOf(400, errors))).toHaveLength(50);
  expect(readItemFaults({ errors })).toHaveLength(50);
});

test('waits as long as the answer asks', () => {
  expect(readFaults(answerOf(503, '', { 'retry-after': '120' }))[0].retryAfterMs).toBe(120_000);
});

test('tells every error of a list', () => {
  const both = [...error('REQUIRED_FIELD_MISSING', 'one'), ...error('STRING_TOO_LONG', 'two')];
  expect(readFaults(answerOf(400, both)).map(({ message }) => message)).toEqual(['one', 'two']);
});

test('never repeats the token that was sent, nor any other', () => {
  const [fault] = readFaults(
    answerOf(400, error('X', 'secret-token and 00D5e000000xjqx!at.aiHVkBm are bad')),
  );
  expect(fault.message).toBe('[token] and [token] are bad');
});

test('reads the code of a record in a collection from its own member', () => {
  const locked = {
    success: false,
    errors: [{ statusCode: 'UNABLE_TO_LOCK_ROW', message: 'locked', fields: [] }],
  };
  expect(readItemFaults(locked)).toEqual([expect.objectContaining({ kind: 'locked', retryable: true })]);
  const undone = {
    success: false,
    errors: [{ statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK', message: 'undone' }],
  };
  expect(readItemFaults(undone)).toEqual([expect.objectContaining({ rolledBack: true, sent: 'rejected' })]);
  expect(readItemFaults({ success: false })).toEqual([expect.objectContaining({ retryable: false })]);
});

const item = (statusCode: string, message = 'no', more = {}) =>
  readItemFaults({ success: false, errors: [{ statusCode, message, fields: [], ...more }] })[0];

test('of one record in a collection an unknown exception is final, and what passes in time or in words is not', () => {
  expect(item('UNKNOWN_EXCEPTION')).toMatchObject(refused);
  expect(item('REQUEST_RUNNING_TOO_LONG')).toMatchObject({
    kind: 'timeout',
    retryable: true,
    sent: 'rejected',
  });
  for (const code of ['FIELD_CUSTOM_VALIDATION_EXCEPTION', 'UNKNOWN_EXCEPTION', 'APEX_ERROR']) {
    expect(item(code, triggerLocked)).toMatchObject({ kind: 'locked', retryable: true, sent: 'rejected' });
  }
});

const duplicateResult = {
  allowSave: true,
  matchResults: [
    {
      matchRecords: ['003000000000001AAA', '003000000000001AAA', 'no id'].map((Id) => ({
        matchConfidence: 100,
        record: { attributes: { type: 'Contact' }, Id },
      })),
    },
    { matchRecords: [{ record: { Id: '00Q000000000002AAA' } }] },
  ],
};
const found = { matches: ['003000000000001AAA', '00Q000000000002AAA'], allowSave: true };

test('names the records that a duplicate rule found, of a call and of a record in a collection', () => {
  const [fault] = readFaults(answerOf(400, [{ ...error('DUPLICATES_DETECTED')[0], duplicateResult }]));
  expect(fault).toMatchObject({ kind: 'conflict', ...found });
  expect(item('DUPLICATES_DETECTED', 'Use one of these records?', { duplicateResult })).toMatchObject(found);
});

test('names at most twenty records', () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({ record: { Id: `0030000000000${10 + at}AAA` } }));
  const many = { allowSave: false, matchResults: [{ matchRecords: rows }] };
  const fault = item('DUPLICATES_DETECTED', 'no', { duplicateResult: many });
  expect(fault.matches).toHaveLength(20);
  expect(fault.allowSave).toBe(false);
});

test('names the record that holds a unique value, where Salesforce tells it', () => {
  const said = 'duplicate value found: Key__c duplicates value on record with id: ';
  expect(item('DUPLICATE_VALUE', `${said}003000000000001`).matches).toEqual(['003000000000001']);
  expect(item('DUPLICATE_VALUE', `${said}<unknown>`)).not.toHaveProperty('matches');
});
