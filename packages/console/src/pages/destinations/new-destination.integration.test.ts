import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClosing } from '@writ/service-kit';
import { accessibilityFaults } from '@writ/test-kit/browser';
import type { Page } from 'playwright-core';
import { startConsole, type RunningConsole } from '../../testing/start-console.ts';

const closing = createClosing();
let running: RunningConsole;
beforeAll(async () => {
  running = await startConsole(closing, { DESTINATION_ALLOW_HTTP: 'false' });
});
afterAll(() => closing.close());

/** Nobody's, and none that deliveries are not sent to. */
const away = 'https://8.8.8.8/services/T0/B0/x';

async function openForm(kind: string): Promise<{ page: Page; form: ReturnType<Page['getByRole']> }> {
  const { page } = await running.open('destinations');
  await page.getByRole('button', { name: 'New destination …' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Kind').selectOption(kind);
  await form.getByLabel('Name').fill(`n-${kind}`);
  return { page, form };
}

const metadataOf = async (name: string): Promise<unknown> => {
  const path = `${running.demo.managementUrl}/projects/${running.demo.project}/destinations/${name}`;
  const headers = { 'X-Api-Key': running.demo.apiKey };
  return ((await (await fetch(path, { headers })).json()) as { metadata: unknown }).metadata;
};

test('a choice that the service refuses says so beneath it, and is made once it is another one', async () => {
  const { page, form } = await openForm('kafka');
  await form.getByLabel('Brokers').fill('8.8.8.8:9093, 8.8.4.4:9093');
  await form.getByLabel('Topic').fill('crm-writes');
  await form.getByLabel('Connections').selectOption('not encrypted');
  await form.getByRole('button', { name: 'Create' }).click();
  await form.getByRole('alert').getByText('beneath its field').waitFor();
  await form.getByRole('combobox', { name: 'Connections', description: /DESTINATION_ALLOW_HTTP/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByLabel('Connections').selectOption('encrypted (TLS)');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'n-kafka' }).waitFor();
  expect(await metadataOf('n-kafka')).toEqual({
    brokers: ['8.8.8.8:9093', '8.8.4.4:9093'],
    topic: 'crm-writes',
    tls: true,
  });
});

test('a channel is made with an address that is never shown, nor by the form of another kind', async () => {
  const { page, form } = await openForm('slack');
  const address = form.getByLabel('Incoming webhook');
  await expect(address.getAttribute('type')).resolves.toBe('password');
  await address.fill(away);
  await form.getByLabel('Kind').selectOption('webhook');
  await expect(form.getByLabel('URL').inputValue()).resolves.toBe('');
  await form.getByLabel('Kind').selectOption('slack');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'n-slack' }).waitFor();
  expect(await metadataOf('n-slack')).toEqual({ url: '[hidden]' });
});

test('a stream is made of what its form asks for', async () => {
  const { page, form } = await openForm('kinesis');
  await form.getByLabel('Stream').fill('crm-writes');
  await form.getByLabel('Region').fill('eu-central-1');
  await form.getByLabel('Access key id').fill('AKIA0');
  await form.getByLabel('Secret access key').fill('secret');
  await form.getByLabel('Endpoint').fill('http://8.8.8.8/');
  await form.getByRole('button', { name: 'Create' }).click();
  const endpoint = form.getByRole('textbox', { name: 'Endpoint', description: /https/ });
  await endpoint.waitFor();
  await endpoint.fill('https://8.8.8.8/');
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'n-kinesis' }).waitFor();
  expect(await metadataOf('n-kinesis')).toMatchObject({
    streamName: 'crm-writes',
    region: 'eu-central-1',
    endpointUrl: 'https://8.8.8.8/',
  });
});
