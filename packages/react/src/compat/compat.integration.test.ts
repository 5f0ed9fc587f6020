import { inPage } from '../testing/browser.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newGroup, startServer, type Server } from '@writ/headless/testing';
import { createClosing } from '@writ/service-kit';
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react';
import { createElement, StrictMode, type ReactNode } from 'react';
import {
  AmpersandProvider,
  InstallationProvider,
  useConnection,
  useCreateInstallation,
  useDeleteInstallation,
  useInstallation,
  useIsIntegrationInstalled,
  useLocalConfig,
  useManifest,
  useUpdateInstallation,
} from './index.ts';

/** A busy machine takes as long as it takes. */
const patient = { timeout: 60_000 };

const closing = createClosing();
let server: Server;
beforeAll(async () => {
  server = await startServer(closing);
});
afterAll(async () => {
  cleanup();
  await closing.close();
});
inPage();

/** A page of the demo's integration for one customer, as those are written. */
const pageOf =
  (options: Parameters<typeof AmpersandProvider>[0]['options'], groupRef: string) =>
  ({ children }: { children?: ReactNode }) =>
    createElement(
      AmpersandProvider,
      { options },
      createElement(
        InstallationProvider,
        { integration: 'demo-hubspot', consumerRef: 'ada', groupRef },
        children,
      ),
    );

test('a page that was written for the hosted service installs, changes and removes', async () => {
  const { managementUrl: baseUrl, project } = server.demo;
  const groupRef = await newGroup(server);
  const asked: unknown[] = [];
  const getToken = (request: { consumerRef: string; groupRef: string }) => {
    asked.push([request.consumerRef, request.groupRef]);
    return server.signer({ groupRef: request.groupRef });
  };
  const page = pageOf({ baseUrl, project, getToken }, groupRef);
  const { result } = renderHook(
    () => ({
      installation: useInstallation(),
      connection: useConnection(),
      installed: useIsIntegrationInstalled('demo-hubspot', groupRef),
      manifest: useManifest(),
      config: useLocalConfig(),
      create: useCreateInstallation(),
      update: useUpdateInstallation(),
      remove: useDeleteInstallation(),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) =>
        createElement(StrictMode, null, createElement(page, null, children)),
    },
  );
  expect(result.current.installation).toMatchObject({ isPending: true, isSuccess: false, error: null });
  await waitFor(() => expect(result.current.manifest.isSuccess).toBe(true), patient);
  expect(asked).toEqual([['ada', groupRef]]);
  expect(result.current.installed).toMatchObject({ isLoaded: true, isIntegrationInstalled: false });
  expect(result.current.connection.connection).toMatchObject({ provider: 'hubspot' });
  const { getWriteObject, getReadObject, getCustomerFieldsForObject } = result.current.manifest;
  expect(getWriteObject('contacts').object).toMatchObject({ objectName: 'contacts' });
  expect(getWriteObject('cars').object).toBeNull();
  expect(getReadObject('contacts')).toMatchObject({ object: null });
  expect(getCustomerFieldsForObject('contacts').getField('email')).toMatchObject({ fieldName: 'email' });

  const contacts = () => result.current.config.writeObject('contacts');
  const edit = (change: () => void) => act(() => change());
  expect(contacts().getWriteObject()).toBeUndefined();
  edit(() => contacts().setEnableWrite());
  edit(() => contacts().setEnableDeletion());
  edit(() => contacts().setWriteOnUpdateSetting({ fieldName: 'email', value: 'never' }));
  edit(() => contacts().setWriteOnCreateSetting({ fieldName: 'email', value: 'always' }));
  edit(() => contacts().setDefaultValues({ fieldName: 'email', value: { stringValue: 'x@example.com' } }));
  expect(contacts().getSelectedFieldSettings('email')).toEqual({
    writeOnUpdate: 'never',
    writeOnCreate: 'always',
    default: { stringValue: 'x@example.com' },
  });
  edit(() =>
    contacts().setSelectedFieldSettings({ fieldName: 'email', settings: { writeOnUpdate: 'ifEmpty' } }),
  );
  edit(() =>
    result.current.config.readObject('contacts').setSelectedField({ fieldName: 'phone', selected: true }),
  );
  edit(() =>
    result.current.config
      .readObject('contacts')
      .setFieldMapping({ fieldName: 'jobtitle', mapToName: 'role' }),
  );
  edit(() => result.current.config.proxy().setEnableProxy());
  expect(result.current.config.proxy().getProxyEnabled()).toBe(true);
  const config = result.current.config.get();
  const told: unknown[] = [];
  const outcomes = {
    onSuccess: () => told.push('success'),
    onError: (error: Error) => told.push(error),
    onSettled: () => told.push('settled'),
  };
  const settled = (count: number) => waitFor(() => expect(told).toHaveLength(count), patient);
  act(() => result.current.create.createInstallation({ config, ...outcomes }));
  expect(result.current.create).toMatchObject({ isPending: true, isIdle: false });
  await settled(2);
  expect(result.current.installation.installation?.config.content).toEqual({
    provider: 'hubspot',
    write: {
      objects: {
        contacts: {
          objectName: 'contacts',
          deletionSettings: { enabled: true },
          selectedFieldSettings: { email: { writeOnUpdate: 'ifEmpty' } },
        },
      },
    },
    read: {
      objects: {
        contacts: {
          objectName: 'contacts',
          selectedFields: { phone: true },
          selectedFieldMappings: { role: 'jobtitle' },
        },
      },
    },
    proxy: { enabled: true },
  });

  edit(() => result.current.config.setDraft((draft) => ({ ...draft, proxy: { enabled: false } })));
  edit(() => result.current.config.removeObject('contacts'));
  const before = result.current.config.draft;
  edit(() => {
    const { setDraft, readObject, proxy, get } = result.current.config;
    const companies = readObject('companies');
    setDraft((draft) => ({ ...draft, one: 1 }));
    setDraft((draft) => ({ ...draft, two: 2 }));
    companies.setSelectedField({ fieldName: 'name', selected: true });
    companies.setSelectedField({ fieldName: 'city', selected: true });
    proxy().setEnableProxy();
    expect([companies.getSelectedField('city'), proxy().getProxyEnabled()]).toEqual([true, true]);
    expect(get()).toMatchObject({ one: 1, two: 2 });
  });
  expect(result.current.config.draft).toMatchObject({
    one: 1,
    two: 2,
    proxy: { enabled: true },
    read: { objects: { companies: { selectedFields: { name: true, city: true } } } },
  });
  edit(() => result.current.config.setDraft(before));
  act(() => result.current.update.updateInstallation({ config: result.current.config.draft, ...outcomes }));
  await settled(4);
  expect(result.current.installation.installation?.config.content).toMatchObject({
    write: { objects: {} },
    proxy: { enabled: false },
  });
  act(() =>
    result.current.update.updateInstallation({ config: { write: { objects: { cars: {} } } }, ...outcomes }),
  );
  await settled(6);
  expect(result.current.update).toMatchObject({ isPending: false, errorMsg: expect.any(String) });
  expect(result.current.installation).toMatchObject({ isSuccess: true, isError: false });
  act(() => result.current.config.reset());
  act(() => result.current.remove.deleteInstallation(outcomes));
  await settled(8);
  expect(result.current.installed.isIntegrationInstalled).toBe(false);
  const [, , , , refused] = told;
  expect(told).toEqual([
    'success',
    'settled',
    'success',
    'settled',
    refused,
    'settled',
    'success',
    'settled',
  ]);
  expect(refused).toMatchObject({ status: 400 });
});

test('what is read of an object stays under its key, and takes the key of no other object', async () => {
  const { managementUrl: baseUrl, project } = server.demo;
  const groupRef = await newGroup(server);
  const getToken = () => server.signer({ groupRef });
  const { result } = renderHook(() => ({ manifest: useManifest(), config: useLocalConfig() }), {
    wrapper: pageOf({ baseUrl, project, getToken }, groupRef),
  });
  await waitFor(() => expect(result.current.manifest.isSuccess).toBe(true), patient);
  const deals = { objectName: 'deals', selectedFieldMappings: { title: 'dealname' } };
  act(() => {
    const { setDraft, readObject } = result.current.config;
    setDraft({
      read: {
        objects: {
          people: { objectName: 'contacts' },
          companies: deals,
          companies_: { objectName: 'tickets' },
        },
      },
    });
    readObject('contacts').setSelectedField({ fieldName: 'phone', selected: true });
    readObject('companies').setEnableRead();
  });
  expect(result.current.config.draft.read?.objects).toEqual({
    people: { objectName: 'contacts', selectedFields: { phone: true } },
    companies: deals,
    companies_: { objectName: 'tickets' },
    companies__: { objectName: 'companies' },
  });
  act(() => result.current.config.readObject('contacts').setDisableRead());
  expect(result.current.config.draft.read?.objects).not.toHaveProperty('people');
});

test('whether a group has installed is told of the group that is named, inside and outside of a provider', async () => {
  const { managementUrl: baseUrl, project } = server.demo;
  const groupRef = await newGroup(server);
  const asked: unknown[] = [];
  const getToken = (request: { consumerRef: string; groupRef: string }) => {
    asked.push([request.consumerRef, request.groupRef]);
    return server.signer({ groupRef: request.groupRef });
  };
  const inside = ({ children }: { children: ReactNode }) =>
    createElement(
      InstallationProvider,
      { integration: 'demo-hubspot', consumerRef: 'ada', groupRef },
      children,
    );
  const told: Record<string, ReturnType<typeof useIsIntegrationInstalled>> = {};
  const Told = ({ name, group }: { name: string; group: string }) => {
    told[name] = useIsIntegrationInstalled('demo-hubspot', group, 'bob');
    return null;
  };
  render(
    createElement(
      AmpersandProvider,
      { options: { baseUrl, project, getToken } },
      createElement(Told, { name: 'outside', group: 'acme' }),
      createElement(
        inside,
        null,
        createElement(Told, { name: 'its own', group: groupRef }),
        createElement(Told, { name: 'another', group: 'acme' }),
      ),
    ),
  );
  expect(told['outside']).toMatchObject({ isLoading: true, isIntegrationInstalled: null });
  const installed = {
    isLoaded: true,
    isIntegrationInstalled: true,
    config: { content: { provider: 'hubspot' } },
  };
  await waitFor(
    () =>
      expect(told).toMatchObject({
        outside: installed,
        another: installed,
        'its own': { isLoaded: true, isIntegrationInstalled: false },
      }),
    patient,
  );
  expect(asked.map(String).sort()).toEqual([`ada,${groupRef}`, 'bob,acme']);
});
