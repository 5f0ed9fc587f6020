import { createPrivateKey, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { lostParts } from './answers.ts';
import { keptReleases } from './kept-data.ts';
import { restoreKept, type Restored } from './restore-kept.ts';

type Listed<Entry = { id: string }> = { results: readonly Entry[] };

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** As the project's backend signs it. */
function token({ kept, clockAheadMs }: Restored): string {
  const { keyId, privateKeyPem } = kept.left.jwt;
  const iat = Math.floor((Date.now() + clockAheadMs) / 1_000);
  const text = `${encoded({ alg: 'EdDSA', kid: keyId })}.${encoded({ iat, exp: iat + 300 })}`;
  return `${text}.${sign(null, Buffer.from(text), createPrivateKey(privateKeyPem)).toString('base64url')}`;
}

const releases = await keptReleases();
test('data of a release are kept', () => {
  expect(releases).toContain('0.1.0');
});

describe.each(releases)('the data of %s', (release) => {
  const closing = createClosing();
  let restored: Restored;
  beforeAll(async () => {
    restored = await restoreKept(release, closing);
  });
  afterAll(() => closing.close());

  test('are read as that release read them', async () => {
    const { kept, caller, demo } = restored;
    const lost: string[] = [];
    for (const [path, before] of Object.entries(kept.answers)) {
      const { body } = await caller.call('GET', `${demo.managementUrl}${path}`);
      lost.push(...lostParts(before, body, path));
    }
    expect(lost).toEqual([]);
    expect(Object.keys(kept.answers).length).toBeGreaterThan(60);
  });

  test('hold no write that does not end, and a paused lane until it is resumed', async () => {
    const { kept, caller } = restored;
    const { operationIds, pausedLaneId, pausedOperationId } = kept.left;
    for (const [why, id] of Object.entries(operationIds))
      expect({ why, status: (await caller.endOf(id)).status }).toEqual({ why, status: 'success' });
    const { body: waiting } = await caller.manage<{ status: string }>(
      'GET',
      `/operations/${pausedOperationId}`,
    );
    expect(waiting.status).toBe('in_progress');
    await caller.manage('POST', `/lanes/${pausedLaneId}:resume`);
    expect((await caller.endOf(pausedOperationId)).status).toBe('success');
  });

  test('hold deliveries that go out: to a webhook that failed, and to a client that pulls', async () => {
    const { kept, caller, receiver } = restored;
    const { failingPath, listener } = kept.left;
    await receiver.waitFor(({ path }) => path === failingPath);
    const { body } = await caller.manage<{ deliveries: unknown[] }>(
      'POST',
      `/destinations/${listener}:pull`,
      {
        max: 10,
        waitSeconds: 0,
      },
    );
    expect(body.deliveries.length).toBeGreaterThan(0);
  });

  test('hold an erasure that goes on to its end', async () => {
    const { kept, caller } = restored;
    const { taskId, erasedGroupRef } = kept.left;
    await eventually(async () => {
      const { body } = await caller.manage<{ state: string }>('GET', `/tasks/${taskId}`);
      expect(body.state).toBe('done');
    });
    const { body } = await caller.manage<Listed>('GET', `/connections?groupRef=${erasedGroupRef}`);
    expect(body).toEqual([]);
  });

  test('hold sessions, keys of tokens, idempotency keys and sealed secrets that still work', async () => {
    const { kept, caller, demo } = restored;
    const { cookie, idempotencyKey, idempotentBody, idempotentOperationId } = kept.left;
    const projects = `${demo.managementUrl}/projects`;
    const none = { 'x-api-key': undefined };
    expect(
      await caller.call('GET', projects, { headers: { ...none, cookie, 'x-writ-console': '1' } }),
    ).toMatchObject({
      status: 200,
      body: [{ name: demo.project }],
    });
    const authorization = `Bearer ${token(restored)}`;
    expect(
      await caller.call('GET', `${projects}/${demo.project}`, { headers: { ...none, authorization } }),
    ).toMatchObject({ status: 200 });
    const headers = { 'idempotency-key': idempotencyKey };
    expect(await caller.write('hubspot', 'contacts', idempotentBody, headers)).toMatchObject({
      status: 200,
      body: { operationId: idempotentOperationId },
    });
    const { body: connections } = await caller.manage<{ id: string }[]>(
      'GET',
      '/connections?groupRef=paused',
    );
    const path = `/connections/${connections[0]?.id}?refresh=ifExpired&includeRefreshToken=true`;
    expect((await caller.manage('GET', path)).body).toMatchObject({
      creds: { accessToken: 'sandbox-hubspot-paused', refreshToken: 'sandbox-refresh-hubspot-paused' },
    });
  });
});
