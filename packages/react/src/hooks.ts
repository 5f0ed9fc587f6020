import type {
  Change,
  Config,
  ConfigContent,
  Conflict,
  Connection,
  ConnectOptions,
  FieldErrors,
  FieldSettings,
  FieldSettingsChange,
  Installation,
  Issue,
  Snapshot,
  WriteObject,
  WriteObjectHandle,
  WritInstallation,
} from '@writ/headless';
import { useCallback } from 'react';
import { useWritInstallation } from './providers.ts';
import { useAct, type Act } from './use-act.ts';

export type InstallationState = Pick<
  Snapshot,
  'installation' | 'status' | 'isLoaded' | 'isFetching' | 'error'
> & {
  /** Not known yet, and on its way. */
  isPending: boolean;
  load: WritInstallation['load'];
};

const isPending = ({ isLoaded, error }: Snapshot): boolean => !isLoaded && !error;

export function useInstallation(): InstallationState {
  const { handle, snapshot } = useWritInstallation();
  const { installation, status, isLoaded, isFetching, error } = snapshot;
  return {
    installation,
    status,
    isLoaded,
    isFetching,
    error,
    isPending: isPending(snapshot),
    load: handle.load,
  };
}

/** The connection that the group writes through, or would. */
export function useConnection(): {
  connection: Connection | undefined;
  isPending: boolean;
  error: Error | undefined;
} {
  const { snapshot } = useWritInstallation();
  const { connection, isLoaded, error } = snapshot;
  return { connection, isPending: isPending(snapshot), error: isLoaded ? undefined : error };
}

type Named<Name extends string, Given extends unknown[], T> = Omit<Act<Given, T>, 'run'> &
  Record<Name, Act<Given, T>['run']>;

/** `connect` is to be called as the person clicks: browsers open no window else. */
export function useConnect(): Named<'connect', [ConnectOptions?], Connection> {
  const { run, ...state } = useAct(useWritInstallation().handle.connect);
  return { connect: run, ...state };
}

/** Saves the draft, or the content that is given, which then is the draft. */
function useSave(): Act<[ConfigContent?], Installation> {
  const { handle } = useWritInstallation();
  const save = useCallback(
    async (content?: ConfigContent) => {
      if (!handle.getSnapshot().isLoaded) await handle.load();
      if (content) handle.config.setContent(content);
      return handle.save();
    },
    [handle],
  );
  return useAct(save);
}

export function useCreateInstallation(): Named<'createInstallation', [ConfigContent?], Installation> {
  const { run, ...state } = useSave();
  return { createInstallation: run, ...state };
}

export function useUpdateInstallation(): Named<'updateInstallation', [ConfigContent?], Installation> {
  const { run, ...state } = useSave();
  return { updateInstallation: run, ...state };
}

export function useDeleteInstallation(): Named<'deleteInstallation', [], void> {
  const { run, ...state } = useAct(useWritInstallation().handle.uninstall);
  return { deleteInstallation: run, ...state };
}

export type LocalConfig = Omit<Config, 'isDirty'> &
  Pick<Snapshot, 'draft' | 'saved' | 'isDirty' | 'isLoaded'> & {
    conflicts: readonly Conflict[];
    errors: FieldErrors;
    changes: () => Change[];
  };

/** The draft of the config. Its setters may be called once it is loaded. */
export function useLocalConfig(): LocalConfig {
  const { handle, snapshot } = useWritInstallation();
  const { draft, saved, isDirty, isLoaded, conflicts, errors } = snapshot;
  return { ...handle.config, draft, saved, isDirty, isLoaded, conflicts, errors };
}

export type WriteObjectState = Omit<WriteObjectHandle, 'entry'> & {
  entry: WriteObject | undefined;
  isEnabled: boolean;
  isDeletionEnabled: boolean;
  /** Faults of the last save. */
  errors: readonly Issue[];
};

/** How one object is written. @throws WritProblem, once it is loaded, when the manifest lets nobody write the object */
export function useWriteObject(objectName: string): WriteObjectState {
  const { handle, snapshot } = useWritInstallation();
  const object = () => handle.config.writeObject(objectName);
  const entry = snapshot.isLoaded ? object().entry : undefined;
  return {
    entry,
    isEnabled: entry !== undefined,
    isDeletionEnabled: entry?.deletionSettings?.enabled === true,
    errors: snapshot.errors.at(objectName),
    setEnableWrite: () => object().setEnableWrite(),
    setDisableWrite: () => object().setDisableWrite(),
    setEnableDeletion: () => object().setEnableDeletion(),
    setDisableDeletion: () => object().setDisableDeletion(),
    getFieldSettings: (fieldName) => entry?.selectedFieldSettings?.[fieldName],
    setFieldSettings: (change) => object().setFieldSettings(change),
    setInheritMapping: (inherit) => object().setInheritMapping(inherit),
  };
}

export type FieldSettingState = {
  /** Empty where nothing is set. */
  settings: FieldSettings;
  /** Members that are undefined are removed; those that are absent stay. */
  set: (settings: FieldSettingsChange) => void;
  errors: readonly Issue[];
};

/** The settings of one field of an object that is written. */
export function useFieldSetting(objectName: string, fieldName: string): FieldSettingState {
  const { snapshot } = useWritInstallation();
  const { getFieldSettings, setFieldSettings } = useWriteObject(objectName);
  return {
    settings: getFieldSettings(fieldName) ?? {},
    set: (settings) => setFieldSettings({ fieldName, settings }),
    errors: snapshot.errors.at(objectName, fieldName),
  };
}
