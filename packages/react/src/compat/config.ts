import type {
  ConfigContent,
  FieldDefault,
  FieldSettings,
  ReadObject,
  WriteObject,
  WriteObjectHandle,
  WritInstallation,
} from '@writ/headless';
import { useWritInstallation } from '../providers.ts';

export type ReadObjectHandlers = {
  object: ReadObject | undefined;
  setEnableRead: () => void;
  setDisableRead: () => void;
  getSelectedField: (fieldName: string) => boolean;
  setSelectedField: (params: { fieldName: string; selected: boolean }) => void;
  getFieldMapping: (fieldName: string) => string | undefined;
  setFieldMapping: (params: { fieldName: string; mapToName: string }) => void;
  deleteFieldMapping: (mapToName: string) => void;
};

type Setting<Value> = (params: { fieldName: string; value: Value }) => void;

export type WriteObjectHandlers = Pick<
  WriteObjectHandle,
  'setEnableWrite' | 'setDisableWrite' | 'setEnableDeletion' | 'setDisableDeletion'
> & {
  object: WriteObject | undefined;
  getWriteObject: () => WriteObject | undefined;
  getSelectedFieldSettings: (fieldName: string) => FieldSettings | undefined;
  setSelectedFieldSettings: (params: { fieldName: string; settings: FieldSettings }) => void;
  getDefaultValues: (fieldName: string) => FieldDefault | undefined;
  setDefaultValues: Setting<FieldDefault>;
  getWriteOnCreateSetting: (fieldName: string) => FieldSettings['writeOnCreate'];
  setWriteOnCreateSetting: Setting<NonNullable<FieldSettings['writeOnCreate']>>;
  getWriteOnUpdateSetting: (fieldName: string) => FieldSettings['writeOnUpdate'];
  setWriteOnUpdateSetting: Setting<NonNullable<FieldSettings['writeOnUpdate']>>;
};

export type ProxyHandlers = {
  object: { enabled?: boolean } | undefined;
  setEnableProxy: () => void;
  setDisableProxy: () => void;
  getProxyEnabled: () => boolean;
};

type Draft = Partial<ConfigContent>;

export type CompatConfig = {
  draft: Draft;
  get: () => Draft;
  reset: () => void;
  setDraft: (next: Draft | ((draft: Draft) => Draft)) => void;
  removeObject: (objectName: string) => void;
  readObject: (objectName: string) => ReadObjectHandlers;
  writeObject: (objectName: string) => WriteObjectHandlers;
  proxy: () => ProxyHandlers;
};

export function useLocalConfig(): CompatConfig {
  const { handle, snapshot } = useWritInstallation();
  const { draft } = snapshot;
  // Functions of an earlier render must see later changes.
  const get = (): Draft => handle.getSnapshot().draft;
  const setDraft: CompatConfig['setDraft'] = (next) =>
    handle.config.setContent(typeof next === 'function' ? next(get()) : next);
  return {
    draft,
    get,
    reset: handle.config.reset,
    setDraft,
    removeObject: (objectName) =>
      setDraft((now) => withObject(withObject(now, 'read', objectName), 'write', objectName)),
    readObject: (objectName) => readHandlers(handle, objectName),
    writeObject: (objectName) => writeHandlers(handle, objectName),
    proxy: () => {
      const proxyIn = (now: Draft) => now['proxy'] as { enabled?: boolean } | undefined;
      const setEnabled = (enabled: boolean) =>
        setDraft((now) => ({ ...now, proxy: { ...proxyIn(now), enabled } }));
      return {
        object: proxyIn(draft),
        setEnableProxy: () => setEnabled(true),
        setDisableProxy: () => setEnabled(false),
        getProxyEnabled: () => proxyIn(get())?.enabled === true,
      };
    },
  };
}

/** An older name. */
export function useConfig(): CompatConfig {
  return useLocalConfig();
}

type Entry = { objectName?: string; [member: string]: unknown };

const nameOf = (key: string, entry: Entry): string => entry.objectName ?? key;

/** The entry of an object, and its key, which may be any text. */
function entryAbout<Found extends Entry>(
  objects: Readonly<Record<string, Found>> = {},
  objectName: string,
): { key: string; entry: Found | undefined } {
  const found = Object.entries(objects).find(([key, entry]) => nameOf(key, entry) === objectName);
  // Another object may have this name as its key.
  let key = found?.[0] ?? objectName;
  while (!found && Object.hasOwn(objects, key)) key += '_';
  return { key, entry: found?.[1] };
}

function withObject(draft: Draft, section: 'read' | 'write', objectName: string, entry?: Entry): Draft {
  const { objects, ...others } = draft[section] ?? {};
  const before = (objects ?? {}) as Record<string, Entry>;
  const kept = Object.entries(before).filter(([key, one]) => nameOf(key, one) !== objectName);
  const next = entry ? [...kept, [entryAbout(before, objectName).key, entry] as const] : kept;
  return { ...draft, [section]: { ...others, objects: Object.fromEntries(next) } };
}

function readHandlers({ config, getSnapshot }: WritInstallation, objectName: string): ReadObjectHandlers {
  const object = () => entryAbout(getSnapshot().draft.read?.objects, objectName).entry;
  const selected = () => (object()?.['selectedFields'] ?? {}) as Record<string, boolean>;
  const set = (entry?: Entry) =>
    config.setContent(withObject(getSnapshot().draft, 'read', objectName, entry));
  return {
    object: object(),
    setEnableRead: () => set(object() ?? { objectName }),
    setDisableRead: () => set(),
    getSelectedField: (fieldName) => selected()[fieldName] === true,
    setSelectedField: ({ fieldName, selected: isSelected }) => {
      const { [fieldName]: _, ...others } = selected();
      const selectedFields = isSelected ? { ...others, [fieldName]: true } : others;
      set({ objectName, ...object(), selectedFields });
    },
    getFieldMapping: (fieldName) => object()?.selectedFieldMappings?.[fieldName],
    setFieldMapping: (mapping) => config.readObject(objectName).setFieldMapping(mapping),
    deleteFieldMapping: (mapToName) => config.readObject(objectName).deleteFieldMapping(mapToName),
  };
}

const noSettings = { writeOnCreate: undefined, writeOnUpdate: undefined, default: undefined };

function writeHandlers({ config, getSnapshot }: WritInstallation, objectName: string): WriteObjectHandlers {
  const object = () => entryAbout(getSnapshot().draft.write?.objects, objectName).entry;
  const of = () => config.writeObject(objectName);
  const settings = (fieldName: string) => object()?.selectedFieldSettings?.[fieldName];
  return {
    object: object(),
    getWriteObject: object,
    setEnableWrite: () => of().setEnableWrite(),
    setDisableWrite: () => of().setDisableWrite(),
    setEnableDeletion: () => of().setEnableDeletion(),
    setDisableDeletion: () => of().setDisableDeletion(),
    getSelectedFieldSettings: settings,
    setSelectedFieldSettings: ({ fieldName, settings: given }) =>
      of().setFieldSettings({ fieldName, settings: { ...noSettings, ...given } }),
    getDefaultValues: (fieldName) => settings(fieldName)?.default,
    setDefaultValues: ({ fieldName, value }) =>
      of().setFieldSettings({ fieldName, settings: { default: value } }),
    getWriteOnCreateSetting: (fieldName) => settings(fieldName)?.writeOnCreate,
    setWriteOnCreateSetting: ({ fieldName, value }) =>
      of().setFieldSettings({ fieldName, settings: { writeOnCreate: value } }),
    getWriteOnUpdateSetting: (fieldName) => settings(fieldName)?.writeOnUpdate,
    setWriteOnUpdateSetting: ({ fieldName, value }) =>
      of().setFieldSettings({ fieldName, settings: { writeOnUpdate: value } }),
  };
}
