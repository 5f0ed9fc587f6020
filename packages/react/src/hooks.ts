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

/** The current or next connection. */
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

/** Call `connect` during the click, or the browser blocks the window. */
export function useConnect(): Named<'connect', [ConnectOptions?], Connection> {
  const { run, ...state } = useAct(useWritInstallation().handle.connect);
  return { connect: run, ...state };
}

/** Saves the draft, or the given content as the new draft. */
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

/** The draft of the config. Call its setters after it has loaded. */
export function useLocalConfig(): LocalConfig {
  const { handle, snapshot } = useWritInstallation();
  const { draft, saved, isDirty, isLoaded, conflicts, errors } = snapshot;
  return { ...handle.config, draft, saved, isDirty, isLoaded, conflicts, errors };
}

export type WriteObjectState = Omit<WriteObjectHandle, 'entry'> & {
  entry: WriteObject | undefined;
  isEnabled: boolean;
  isDeletionEnabled: boolean;
  /** Issues of the last save. */
  errors: readonly Issue[];
};

/**
 * The write settings of one object. @throws WritProblem, once loaded, if the manifest does not write the
 * object
 */
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
  settings: FieldSettings;
  /** Undefined members are removed; absent ones stay. */
  set: (settings: FieldSettingsChange) => void;
  errors: readonly Issue[];
};

/** The settings of one field. */
export function useFieldSetting(objectName: string, fieldName: string): FieldSettingState {
  const { snapshot } = useWritInstallation();
  const { getFieldSettings, setFieldSettings } = useWriteObject(objectName);
  return {
    settings: getFieldSettings(fieldName) ?? {},
    set: (settings) => setFieldSettings({ fieldName, settings }),
    errors: snapshot.errors.at(objectName, fieldName),
  };
}
