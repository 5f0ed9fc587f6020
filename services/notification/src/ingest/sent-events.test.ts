import { expect, test } from '@jest/globals';
import { sentEvents } from './sent-events.ts';

const event = { specversion: '1.0', id: '1' };
const sent = (type: string, body: unknown, headers: Record<string, string[]> = {}) =>
  sentEvents({ body, headers: () => ({ 'content-type': [type], ...headers }) });

test.each([
  ['application/json', event, []],
  ['application/json', [event], []],
  ['application/json', [], ['']],
  ['application/cloudevents+json', event, []],
  ['Application/CloudEvents+JSON; charset=utf-8', event, []],
  ['application/cloudevents+json', [event], ['']],
  ['application/cloudevents-batch+json', [event], []],
  ['application/cloudevents-batch+json', [], []],
  ['application/cloudevents-batch+json', event, ['']],
])('%s with %j is read as it stands, with faults at %j', (type, body, names) => {
  const { events, issues } = sent(type, body);
  expect(events).toBe(body);
  expect(issues.map(({ name }) => name)).toEqual(names);
});

test('a media type of CloudEvents tells the mode, whatever headers there are', () => {
  expect(sent('application/cloudevents+json', event, { 'ce-id': ['2'] }).events).toBe(event);
});

test('in binary mode attributes are headers, and the body is the data', () => {
  const headers = { 'ce-specversion': ['1.0'], 'ce-id': ['1'], 'ce-traceparent': ['00-1'] };
  expect(sent('application/vnd.acme+json; charset=utf-8', { a: 1 }, headers)).toMatchObject({
    events: {
      ...event,
      traceparent: '00-1',
      datacontenttype: 'application/vnd.acme+json; charset=utf-8',
      data: { a: 1 },
    },
    issues: [],
  });
});

// https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md
test.each([
  ['Euro%20%E2%82%AC%20%F0%9F%98%80', 'Euro € 😀'],
  ['%e2%82%ac', '€'],
  ['%41', 'A'],
  ['100%', '100%'],
  ['%2541', '%41'],
  ['"two words"', 'two words'],
  ['"a \\"b\\" \\\\ %41"', 'a "b" \\ A'],
  ['"', '"'],
  ['', ''],
])('the header value %s is %s', (value, read) => {
  const { events, issues } = sent('application/json', {}, { 'ce-subject': [value] });
  expect([events, issues]).toMatchObject([{ subject: read }, []]);
});

test.each([
  ['ce-subject', ['%C0%A0']],
  ['ce-subject', ['%ff']],
  ['ce-id', ['1', '2']],
  ['ce-data', ['{}']],
  ['ce-datacontenttype', ['application/json']],
])('%s as %j is a fault of that header', (name, values) => {
  expect(sent('application/json', {}, { [name]: values }).issues).toMatchObject([{ in: 'header', name }]);
});

test.each([
  ['/id', { in: 'header', name: 'ce-id' }],
  ['/datacontenttype', { in: 'header', name: 'Content-Type' }],
  ['/data', { in: 'body', name: '' }],
  ['/data/groupRef', { in: 'body', name: '/groupRef' }],
  ['/data/a/b', { in: 'body', name: '/a/b' }],
  ['', { in: 'body', name: '' }],
])('in binary mode a fault of the event at "%s" is told where it was sent', (name, place) => {
  const { placed } = sent('application/json', {}, { 'ce-id': ['1'] });
  expect(placed({ in: 'body', name, detail: 'No.' })).toMatchObject(place);
  expect(sent('application/json', {}).placed({ in: 'body', name, detail: 'No.' })).toMatchObject({ name });
});
