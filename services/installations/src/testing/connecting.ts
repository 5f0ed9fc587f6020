import { expect } from '@jest/globals';
import { testProject } from './test-project.ts';
import type { Answer, TestService } from './start-service.ts';

export const opener = 'https://app.test';

/** From a page that ends an authorization. */
type Told = { message: Record<string, unknown>; origin: string | undefined; words: string };

/** The words and the script's message. */
export function toldBy({ body }: Answer): Told {
  const page = String(body);
  const unescaped = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const given = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(page)?.[1];
  return {
    message: JSON.parse(unescaped(given('message') ?? '{}')) as Record<string, unknown>,
    origin: given('origin'),
    words: unescaped(page.replace(/^.*<main>/s, '').replaceAll(/<[^>]*>/g, '')),
  };
}

/** A project with apps at both providers, and the steps to connect a customer. */
export async function connectingProject(service: TestService) {
  const project = await testProject(service);
  const addApp = (provider: string, scopes: readonly string[]) =>
    project.call('POST', '/provider-apps', { provider, clientId: 'an-app', clientSecret: 'secret', scopes });
  await addApp('hubspot', ['oauth', 'crm.objects.contacts.write']);
  await addApp('salesforce', []);

  const begin = (more: object = {}, headers: Record<string, string> = { Origin: opener }) =>
    service.send('POST', '/oauth-connect', {
      key: project.key,
      headers,
      body: { projectIdOrName: project.name, provider: 'hubspot', groupRef: 'acme', ...more },
    });
  /** Allows access to a sandbox account; returns the query of the redirect. */
  const allow = async ({ status, body }: Answer, account = 'acme'): Promise<string> => {
    expect([status, body]).toEqual([200, expect.stringMatching(/^http/)]);
    const { headers } = await fetch(`${String(body)}&account=${account}`, { redirect: 'manual' });
    return new URL(headers.get('location') ?? 'none:').search;
  };
  const goBack = (query: string) => service.visit(`/oauth/callback${query}`);
  return {
    ...project,
    begin,
    allow,
    goBack,
    /** All steps. */
    connectBy: async (more: object = {}, account?: string) => goBack(await allow(await begin(more), account)),
    stateOf: ({ body }: Answer): string => new URL(String(body)).searchParams.get('state') ?? '',
  };
}
