import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { allExpressions, missingOn, readMetricsPage } from '@writ/observability';
import { eventually } from '@writ/test-kit';
import { pressCtrlC, startWrit, type RunningWrit } from './testing/start-writ.ts';

const operating = join(import.meta.dirname, '../../../docs/operating.md');

let dataDir: string;
let writ: RunningWrit;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'writ-metrics-'));
  writ = await startWrit(dataDir, { LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await pressCtrlC(writ);
  await rm(dataDir, { recursive: true, force: true });
});

async function metricsPage(): Promise<string> {
  const [url = ''] = /http:\S+\/metrics/.exec(writ.process.output()) ?? [];
  return (await fetch(url)).text();
}

const requestLines = (): object[] =>
  writ.process
    .output()
    .split('\n')
    .filter((line) => line.includes('"message":"request"'))
    .map((line) => JSON.parse(line) as object);

test('the table of metrics names every metric that is there, and no other; all begin alike', async () => {
  const told = [...(await readFile(operating, 'utf8')).matchAll(/^\| (`writ_.*?) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`(writ_.*?)`/g)].map(([, name = '']) => name),
  );
  const there = [...(await metricsPage()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  const isTold = (name: string): boolean =>
    told.some((row) => row === name || (row.endsWith('*') && name.startsWith(row.slice(0, -1))));
  const isThere = (row: string): boolean =>
    there.some((name) => row === name || (row.endsWith('*') && name.startsWith(row.slice(0, -1))));

  expect({
    notTold: there.filter((name) => !isTold(name)),
    notThere: told.filter((row) => !isThere(row)),
    otherwise: there.filter((name) => !name.startsWith('writ_')),
  }).toEqual({ notTold: [], notThere: [], otherwise: [] });
});

test('ends, routes and the state of the whole are measured; the line of a request tells whose it was', async () => {
  const { project } = writ.demo;
  const path = `/projects/${project}/integrations/${writ.demo.integrations.hubspot}/objects/contacts`;
  const write = (body: object) =>
    fetch(`${writ.demo.writeUrl}${path}`, {
      method: 'POST',
      headers: { 'X-Api-Key': writ.demo.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ groupRef: writ.demo.groupRef, ...body }),
    });
  const record = { email: 'metrics@example.com' };
  expect((await write({ type: 'create', mode: 'asynchronous', record })).status).toBe(200);
  expect((await write({ type: 'update', record: { ...record, id: '999999' } })).status).toBe(422);
  await eventually(async () => {
    const page = await metricsPage();
    for (const line of [
      /^writ_operations_ended_total\{mode="asynchronous",outcome="success",provider="hubspot",fault="",service="write-worker"\} 1$/m,
      /^writ_operations_ended_total\{mode="synchronous",outcome="failure",provider="hubspot",fault="not-found",service="write-gateway"\} 1$/m,
      /^writ_records_ended_total\{provider="hubspot",outcome="failed",service="write-gateway"\} 1$/m,
      /^writ_findings\{code="redis-away",level="error",service="operations"\} 0$/m,
      /^writ_provider_accounts_away\{provider="salesforce",service="operations"\} 0$/m,
      /^writ_intake_oldest_seconds\{service="notification"\} 0$/m,
      /^writ_retention_behind_seconds\{what="operation",service="operations"\} \d/m,
      /^writ_backlog_share\{service="write-gateway"\} \d/m,
      /^writ_group_commit_seconds_count\{service="write-gateway"\} 1$/m,
      /^writ_operation_written_seconds_count\{service="write-worker"\} 1$/m,
      /^writ_http_request_duration_seconds_count\{.*route="\/v1\/projects\/:projectIdOrName\/integrations\/:integrationIdOrName\/objects\/:objectName".*\} \d+$/m,
      /^writ_lane_oldest_due_seconds\{kind="provider",service="operations"\} \d/m,
      /^writ_lanes_due\{kind="destination",service="operations"\} 0$/m,
      /^writ_outbox_oldest_seconds\{service="operations"\} \d/m,
      /^writ_dead_letters\{service="operations"\} 0$/m,
      /^writ_connections_dead\{service="operations"\} \d/m,
      /^writ_destinations_disabled\{service="notification"\} 0$/m,
      /^writ_database_pool\{state="waiting",service="writ"\} 0$/m,
    ])
      expect(page).toMatch(line);
    expect(page).not.toContain(project + '/');
    const id = /^[0-9a-f-]{36}$/;
    const whose = { projectId: expect.stringMatching(id), keyId: expect.stringMatching(id) };
    const lines = requestLines();
    for (const status of [200, 422])
      expect(lines).toContainEqual(
        expect.objectContaining({ status, ...whose, operationId: expect.stringMatching(id) }),
      );
  });
});

test('rules and dashboards read series, labels and values that are there', async () => {
  await causeEachOutcome();
  const expressions = await allExpressions();
  expect(expressions.length).toBeGreaterThan(60);
  await eventually(async () => {
    const page = readMetricsPage(await metricsPage());
    expect(expressions.flatMap((expression) => missingOn(page, expression))).toEqual([]);
  });
});

/** Operations with each outcome that expressions distinguish. */
async function causeEachOutcome(): Promise<void> {
  const { caller, demo } = writ;
  const create = (record: object, mode = 'synchronous') =>
    caller.write<{ operationId: string }>('hubspot', 'contacts', { type: 'create', mode, record });
  await caller.call('POST', `${demo.sandboxUrl}/_sandbox/faults`, {
    json: { provider: 'hubspot', match: { method: 'POST' }, then: { status: 500, body: {} } },
  });
  await caller.call('GET', new URL('/readyz', demo.managementUrl).href);
  const record = { email: 'outcomes@example.com' };
  const statuses = [];
  for (const one of [record, record, record, { email: 'no address' }])
    statuses.push((await create(one)).status);
  expect(statuses).toEqual([502, 200, 422, 422]);
  const { body } = await caller.manage<{ results: { id: string; kind: string }[] }>('GET', '/lanes');
  const lane = body.results.find(({ kind }) => kind === 'provider')?.id ?? '';
  await caller.manage('POST', `/lanes/${lane}:pause`, { reason: 'to cancel' });
  const { operationId } = (await create({ email: 'cancelled@example.com' }, 'asynchronous')).body;
  await caller.manage('POST', `/operations/${operationId}:cancel`);
  expect((await caller.endOf(operationId)).result).toContain('ancel');
}
