import { expect, test } from '@jest/globals';
import type { DescribedField } from '../described-object.ts';
import { conformanceKit, forbidden, page, type ConformanceSubject, type Trouble } from './conformance-kit.ts';

/** What an adapter says of an object's fields: a write has to find it so. */
export function testDescribing(subject: ConformanceSubject): void {
  const { name } = subject;
  const { call, fresh } = conformanceKit(subject);
  const describe = (objectName = subject.objectName) =>
    subject.adapter().describeObject(call({ objectName }));
  const fields = async (): Promise<readonly DescribedField[]> => {
    const described = await describe();
    if (described.kind === 'failed') throw new Error(described.faults[0].message);
    return described.fields;
  };
  const create = async (more: object) => {
    const outcome = await subject.adapter().create(call(), { fields: { ...fresh(), ...more } });
    return outcome.kind;
  };

  test(`${name}: an object is described in one call, each field once`, async () => {
    const before = subject.calls();
    const described = await fields();
    expect(subject.calls() - before).toBe(1);
    const byName = new Map(described.map((field) => [field.name, field]));
    expect(byName.size).toBe(described.length);
    expect(byName.get(subject.keyField)).toMatchObject({ unique: true, readOnly: false, custom: true });
    const plain = { unique: false, readOnly: false, custom: false, valueType: 'string' };
    expect(byName.get(subject.field)).toMatchObject(plain);
    for (const { label, providerType } of described) expect([label, providerType]).not.toContain('');
  });

  test(`${name}: what is told to be read only is refused, and what is required is missed`, async () => {
    const described = await fields();
    const readOnly = described.filter((field) => field.readOnly);
    expect(readOnly).not.toEqual([]);
    for (const field of readOnly)
      expect([field.name, await create({ [field.name]: '1' })]).toEqual([field.name, 'failed']);
    for (const field of described.filter(({ required }) => required))
      expect([field.name, await create({ [field.name]: '' })]).toEqual([field.name, 'failed']);
  });

  test(`${name}: of what can be selected each option is taken, and nothing else`, async () => {
    const selections = (await fields()).filter(({ valueType }) => valueType === 'singleSelect');
    expect(selections).not.toEqual([]);
    for (const { name: field, options = [] } of selections) {
      expect(options).not.toEqual([]);
      for (const { value } of options)
        expect([value, await create({ [field]: value })]).toEqual([value, 'written']);
      expect(await create({ [field]: 'none of these' })).toBe('failed');
    }
  });

  test.each(['Unicorn__c', '2-404', '../contacts', 'a/b', 'a?b', '', 'ä', 'x'.repeat(256)])(
    `${name}: an object that there is not is not found: %j`,
    async (objectName) => {
      const before = subject.calls();
      expect(await describe(objectName)).toMatchObject({
        kind: 'failed',
        faults: [{ kind: 'not-found', retryable: false }],
      });
      expect(subject.calls() - before).toBe(/^[\w-]{1,100}$/.test(objectName) ? 1 : 0);
    },
  );

  const large = 'x'.repeat(10 * 1024 * 1024);
  test.each<[string, Trouble, object]>([
    ['nobody is known', { status: 401, body: '' }, { kind: 'unauthorized' }],
    ['nothing is allowed', { status: 403, body: forbidden }, { kind: 'forbidden', retryable: false }],
    ['a proxy refuses', { status: 403, body: page }, { kind: 'unknown', retryable: true }],
    ['too much was asked', subject.throttle, { kind: 'rate-limited', retryable: true }],
    ['the provider is down', { status: 503, body: '' }, { kind: 'unavailable', retryable: true }],
    ['half of the answer is missing', 'truncate', { kind: 'unknown' }],
    ['the answer is something else', { status: 200, body: { results: 1, fields: 1 } }, { kind: 'unknown' }],
    [
      'the answer never ends',
      { status: 200, body: { results: [{ large }] } },
      { kind: 'unknown', retryable: false },
    ],
  ])(`${name}: where %s, the description fails and says so`, async (_, trouble, fault) => {
    subject.strike(trouble);
    expect(await describe()).toMatchObject({ kind: 'failed', faults: [fault] });
    expect((await describe()).kind).toBe('described');
  });

  test(`${name}: a description that does not come in time is given up`, async () => {
    subject.strike('hang');
    const described = await subject.adapter().describeObject(call({ timeoutMs: 200 }));
    expect(described).toMatchObject({ kind: 'failed', faults: [{ kind: 'timeout', retryable: true }] });
  });
}
