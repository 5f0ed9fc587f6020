import { document, inPage } from './testing/browser.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import {
  createWrit,
  WritConflict,
  WritNetworkError,
  WritProblem,
  type InstallationNames,
  type Writ,
} from '@writ/headless';
import { newGroup, openPage, startServer, type Server } from '@writ/headless/testing';
import { freePort } from '@writ/local-servers';
import { createClosing } from '@writ/service-kit';
import { act, cleanup, fireEvent, render, renderHook, waitFor } from '@testing-library/react';
import { createElement, StrictMode, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import {
  InstallationProvider,
  useConnection,
  useCreateInstallation,
  useDeleteInstallation,
  useFieldSetting,
  useInstallation,
  useLocalConfig,
  useManifest,
  useUpdateInstallation,
  useWriteObject,
  WritProvider,
} from './index.ts';

const closing = createClosing();
let server: Server;
beforeAll(async () => {
  server = await startServer(closing, { MANAGEMENT_PORT: String(await freePort()) });
});
afterAll(async () => {
  cleanup();
  await closing.close();
});
inPage();
afterEach(() => void jest.restoreAllMocks());

/** A busy machine takes as long as it takes. */
const patient = { timeout: 60_000 };

const page = (writ: Writ, names: InstallationNames, children: ReactNode): ReactNode =>
  createElement(WritProvider, { writ }, createElement(InstallationProvider, { ...names }, children));

/** A page that shows what hooks give, in the strict mode in which React does things twice. */
async function show<Shown>(
  groupRef: string,
  hooks: () => Shown,
  options: Parameters<typeof openPage>[2] = {},
) {
  const opened = openPage(server, groupRef, options);
  const names = { integration: 'demo-hubspot', groupRef };
  const { result, unmount } = renderHook(hooks, {
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(StrictMode, null, page(opened.writ, names, children)),
  });
  // Ends what begins when a page is shown.
  await act(() => Promise.resolve());
  return { ...opened, result, unmount };
}

const all = () => ({
  installation: useInstallation(),
  config: useLocalConfig(),
  contacts: useWriteObject('contacts'),
  email: useFieldSetting('contacts', 'email'),
  create: useCreateInstallation(),
  update: useUpdateInstallation(),
  remove: useDeleteInstallation(),
});
const loaded = ({ result }: { result: { current: { installation: { isLoaded: boolean } } } }) =>
  waitFor(() => expect(result.current.installation.isLoaded).toBe(true), patient);
const failure = (run: () => Promise<unknown>): Promise<unknown> =>
  act(() =>
    run().then(
      () => undefined,
      (error: unknown) => error,
    ),
  );

test('a page in strict mode loads once, shows what is drafted, and installs, changes and removes', async () => {
  const shown = await show(await newGroup(server), all);
  const { result, seen } = shown;
  expect(result.current.installation).toMatchObject({ isLoaded: false, isPending: true });
  await loaded(shown);
  expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  expect(result.current.contacts).toMatchObject({ isEnabled: true, isDeletionEnabled: false });
  act(() => {
    result.current.contacts.setEnableDeletion();
    result.current.email.set({ writeOnUpdate: 'ifEmpty', default: { stringValue: 'x@example.com' } });
  });
  expect(result.current.contacts.isDeletionEnabled).toBe(true);
  expect(result.current.email.settings).toMatchObject({ writeOnUpdate: 'ifEmpty' });
  expect(result.current.config.isDirty).toBe(true);
  await act(() => result.current.create.createInstallation());
  expect(result.current).toMatchObject({
    create: { isSuccess: true, isPending: false, error: undefined },
    installation: { installation: { healthStatus: 'healthy' } },
    config: { isDirty: false },
  });
  act(() => result.current.email.set({ default: undefined }));
  await act(() => result.current.update.updateInstallation());
  expect(result.current.email.settings).toEqual({ writeOnUpdate: 'ifEmpty' });
  await act(() => result.current.remove.deleteInstallation());
  expect(result.current.installation.installation).toBeUndefined();
  shown.unmount();
});

/** Holds what would change something until it is let go, oldest first. */
function holding({ through }: Pick<ReturnType<typeof openPage>, 'through'>) {
  const held: (() => void)[] = [];
  through((send) => async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') await new Promise<void>((letGo) => held.push(letGo));
    return send(input, init);
  });
  return {
    isHeld: () => waitFor(() => expect(held).toHaveLength(1), patient),
    letGo: () => held.shift()?.(),
  };
}

/** Begins something, and does not wait for its end. */
const begin = <T>(run: () => Promise<T>) => act(() => Promise.resolve({ end: run() }));

test('of two saves the page shows the last one, which is under way when the first has ended', async () => {
  const shown = await show(await newGroup(server), all);
  const { result } = shown;
  await loaded(shown);
  const { isHeld, letGo } = holding(shown);
  act(() => result.current.email.set({ writeOnUpdate: 'never' }));
  const first = await begin(() => result.current.create.createInstallation());
  await isHeld();
  act(() => result.current.email.set({ writeOnUpdate: 'ifEmpty' }));
  const last = await begin(() => result.current.create.createInstallation());
  await act(() => {
    letGo();
    return first.end;
  });
  expect(result.current.create).toMatchObject({ isPending: true, isSuccess: false });
  await isHeld();
  await act(() => {
    letGo();
    return last.end;
  });
  expect(result.current.create).toMatchObject({ isPending: false, isSuccess: true });
});

test('a page that goes over to another group shows nothing of what was begun for the one before', async () => {
  let groupRef = await newGroup(server);
  const opened = openPage(server, groupRef);
  const { result, rerender } = renderHook(all, {
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(StrictMode, null, page(opened.writ, { integration: 'demo-hubspot', groupRef }, children)),
  });
  const goOver = async () => {
    groupRef = await newGroup(server);
    rerender();
    expect(result.current.create).toMatchObject(untouched);
    await loaded({ result });
  };
  const untouched = { isPending: false, isSuccess: false, error: undefined };
  await loaded({ result });
  act(() => result.current.email.set({ writeOnUpdate: 'often' as 'never' }));
  const error = await failure(() => result.current.create.createInstallation());
  expect(result.current.create).toMatchObject({ error });
  await goOver();

  const { isHeld, letGo } = holding(opened);
  const { createInstallation } = result.current.create;
  const { end } = await begin(() => createInstallation());
  await isHeld();
  expect(result.current.create).toMatchObject({ isPending: true });
  await goOver();
  await act(() => {
    letGo();
    return end;
  });
  expect(result.current.create).toMatchObject(untouched);
  await act(() => createInstallation());
  expect(result.current.create).toMatchObject(untouched);
});

test('two pages in conflict are shown it, and end it', async () => {
  const groupRef = await newGroup(server);
  const first = await show(groupRef, all);
  await loaded(first);
  await act(() => first.result.current.create.createInstallation({}));
  const [one, two] = [await show(groupRef, all), await show(groupRef, all)];
  await loaded(one);
  await loaded(two);
  act(() => one.result.current.email.set({ writeOnUpdate: 'never' }));
  act(() => two.result.current.email.set({ writeOnUpdate: 'ifEmpty' }));
  await act(() => one.result.current.update.updateInstallation());
  const error = await failure(() => two.result.current.update.updateInstallation());
  expect(error).toBeInstanceOf(WritConflict);
  const { path } = error as WritConflict;
  expect(two.result.current).toMatchObject({
    update: { error, isPending: false },
    config: { conflicts: [{ path, mine: 'ifEmpty', theirs: 'never' }] },
    email: { settings: { writeOnUpdate: 'ifEmpty' } },
  });
  act(() => two.result.current.config.resolve(path, 'mine'));
  await act(() => two.result.current.update.updateInstallation());
  expect(two.result.current.config).toMatchObject({ conflicts: [], isDirty: false });
});

test('faults of a save are shown at their field, the draft stays', async () => {
  const shown = await show(await newGroup(server), all);
  const { result } = shown;
  await loaded(shown);
  act(() => result.current.email.set({ writeOnUpdate: 'often' as 'never' }));
  expect(await failure(() => result.current.create.createInstallation())).toBeInstanceOf(WritProblem);
  expect(result.current.email).toMatchObject({
    settings: { writeOnUpdate: 'often' },
    errors: [{ in: 'body' }],
  });
});

test('a token that is refused, and a server that is away, are shown; loading again mends it', async () => {
  const groupRef = await newGroup(server);
  let kid: string | undefined = 'unknown';
  const getToken = () => server.signer({ groupRef }, kid === undefined ? {} : { kid });
  const shown = await show(groupRef, all, { options: { getToken } });
  const { result, through } = shown;
  await waitFor(() => expect(result.current.installation.error).toMatchObject({ status: 401 }), patient);
  kid = undefined;
  through(() => () => Promise.reject(new TypeError('offline')));
  expect(await failure(() => result.current.installation.load())).toBeInstanceOf(WritNetworkError);
  through((send) => send);
  await act(() => result.current.installation.load());
  expect(result.current.installation).toMatchObject({ isLoaded: true, error: undefined });
});

test('the fields of the CRM are asked for once for all components', async () => {
  const hooks = () => ({
    installation: useInstallation(),
    one: useManifest(),
    two: useManifest(),
    connection: useConnection(),
  });
  const shown = await show(await newGroup(server), hooks);
  await waitFor(() => expect(shown.result.current.two.isPending).toBe(false), patient);
  const { one, connection } = shown.result.current;
  expect(one.writeObjects.map(({ objectName }) => objectName)).toEqual(['contacts', 'companies', 'deals']);
  expect(one.fieldsOf('contacts').map(({ fieldName }) => fieldName)).toContain('email');
  expect(connection).toMatchObject({ connection: { status: 'working' }, isPending: false });
  expect(shown.seen.filter(({ path }) => path.includes(':hydrate'))).toHaveLength(1);
});

test('a server renders what is known before anything was asked and sends nothing; a browser goes on from there', async () => {
  const groupRef = await newGroup(server);
  const [rendering, hydrating] = [openPage(server, groupRef), openPage(server, groupRef)];
  const Shown = () => {
    const { isPending } = useInstallation();
    const { isEnabled } = useWriteObject('contacts');
    return createElement('p', {}, isPending ? 'pending' : `contacts are written: ${isEnabled}`);
  };
  const names = { integration: 'demo-hubspot', groupRef };
  const shown = (writ: Writ) => createElement(StrictMode, null, page(writ, names, createElement(Shown)));
  const container = document.createElement('div');
  container.innerHTML = renderToString(shown(rendering.writ));
  const [rendered] = container.children;
  expect(container.textContent).toBe('pending');
  expect(rendering.seen).toEqual([]);

  const complaints: unknown[] = [];
  jest.spyOn(console, 'error').mockImplementation((...told) => void complaints.push(told));
  const onRecoverableError = (error: unknown) => complaints.push(error);
  const root = await act(() => hydrateRoot(container, shown(hydrating.writ), { onRecoverableError }));
  await waitFor(() => expect(container.textContent).toBe('contacts are written: true'), patient);
  expect(complaints).toEqual([]);
  expect(container.children[0]).toBe(rendered);
  act(() => root.unmount());
});

test('a token that has ended while the page stood open is replaced before what is drafted is saved', async () => {
  const groupRef = await newGroup(server);
  let asked = 0;
  let now = Date.now();
  const getToken = () => {
    asked += 1;
    return server.signer({ groupRef });
  };
  const shown = await show(groupRef, all, { options: { getToken, now: () => now } });
  await loaded(shown);
  expect(asked).toBe(1);
  now += 300_000;
  act(() => shown.result.current.contacts.setEnableDeletion());
  await act(() => shown.result.current.create.createInstallation());
  expect(shown.result.current).toMatchObject({ config: { isDirty: false }, create: { isSuccess: true } });
  expect(asked).toBe(2);
});

test('a hook outside of its provider says which one it misses', () => {
  expect(() => renderHook(() => useInstallation())).toThrow('There is no `InstallationProvider` above.');
});

test('the example of the README does what it says', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const groupRef = await newGroup(server);
  const shown: { page?: ReturnType<typeof render> } = {};
  runInNewContext(example.replaceAll(/^import .*$/gm, ''), {
    createWrit,
    InstallationProvider,
    useCreateInstallation,
    useWriteObject,
    WritProvider,
    createElement,
    render: (node: ReactNode) => (shown.page = render(node)),
    baseUrl: server.demo.managementUrl,
    project: server.demo.project,
    getToken: () => server.signer({ groupRef }),
    groupRef,
  });
  await waitFor(() => {
    fireEvent.click(shown.page!.getByText('Deletion: false'));
    shown.page!.getByText('Deletion: true');
  }, patient);
  fireEvent.click(shown.page!.getByText('Save'));
  await waitFor(async () => {
    const path = `/integrations/demo-hubspot/installations?groupRef=${groupRef}`;
    const { body } = await server.caller.manage<unknown[]>('GET', path);
    expect(body).toMatchObject([
      { config: { content: { write: { objects: { contacts: { deletionSettings: { enabled: true } } } } } } },
    ]);
  }, patient);
});

test('while the server is away a draft waits on the page, and is saved when it is back', async () => {
  const shown = await show(await newGroup(server), all, { options: { timeoutMs: 120_000 } });
  const { result } = shown;
  await loaded(shown);
  act(() => result.current.contacts.setEnableDeletion());
  await server.process.close();
  expect(await failure(() => result.current.create.createInstallation())).toBeInstanceOf(WritNetworkError);
  expect(result.current).toMatchObject({ contacts: { isDeletionEnabled: true }, config: { isDirty: true } });
  await server.again();
  await act(() => result.current.create.createInstallation());
  expect(result.current).toMatchObject({ contacts: { isDeletionEnabled: true }, config: { isDirty: false } });
});
