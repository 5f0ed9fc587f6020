import { WritProblem } from '../errors.ts';
import type { Store } from '../state.ts';
import type { ConfigContent, FieldSettings, ReadObject, Revision, WriteObject } from '../types.ts';
import { entryAbout } from './objects.ts';
import { doOverlap, memberAt, withMember, type Path } from './tree.ts';
import { unknownObject } from './validate.ts';

/** Undefined members are removed; absent ones stay. */
export type FieldSettingsChange = { [Name in keyof FieldSettings]?: FieldSettings[Name] | undefined };

/** The write settings of one object in the draft. Changing them switches it on. */
export type WriteObjectHandle = {
  /** undefined: it is not written. */
  readonly entry: WriteObject | undefined;
  setEnableWrite: () => void;
  setDisableWrite: () => void;
  setEnableDeletion: () => void;
  setDisableDeletion: () => void;
  getFieldSettings: (fieldName: string) => FieldSettings | undefined;
  setFieldSettings: (change: { fieldName: string; settings: FieldSettingsChange }) => void;
  /** Undefined: as the manifest says. */
  setInheritMapping: (inherit: boolean | undefined) => void;
};

/** From your `mapToName` to the customer's `fieldName`, for one object in the draft. */
export type ReadObjectHandle = {
  readonly entry: ReadObject | undefined;
  getFieldMapping: (mapToName: string) => string | undefined;
  setFieldMapping: (mapping: { fieldName: string; mapToName: string }) => void;
  deleteFieldMapping: (mapToName: string) => void;
};

const deletion: Path = ['deletionSettings', 'enabled'];

/** @throws WritProblem if the manifest does not write the object */
export function writeObjectHandle(store: Store, objectName: string): WriteObjectHandle {
  const { entry, switchOn, switchOff, edit } = editorOf(store, 'write', objectName);
  const [issue] = unknownObject(['write', 'objects', objectName], objectName, loadedRevision(store));
  if (issue && !entry()) throw new WritProblem({ status: 400, title: issue.detail, issues: [issue] });
  return {
    get entry() {
      return entry();
    },
    setEnableWrite: switchOn,
    setDisableWrite: switchOff,
    setEnableDeletion: () => edit(deletion, true),
    setDisableDeletion: () => edit(deletion, false),
    getFieldSettings: (fieldName) => entry()?.selectedFieldSettings?.[fieldName],
    setFieldSettings: ({ fieldName, settings }) => {
      for (const [name, value] of Object.entries(settings)) {
        edit(['selectedFieldSettings', fieldName, name], value);
      }
    },
    setInheritMapping: (inherit) => edit(['inheritMapping'], inherit),
  };
}

export function readObjectHandle(store: Store, objectName: string): ReadObjectHandle {
  loadedRevision(store);
  const { entry, edit } = editorOf(store, 'read', objectName);
  return {
    get entry() {
      return entry();
    },
    getFieldMapping: (mapToName) => entry()?.selectedFieldMappings?.[mapToName],
    setFieldMapping: ({ fieldName, mapToName }) => edit(['selectedFieldMappings', mapToName], fieldName),
    deleteFieldMapping: (mapToName) => {
      if (entry()) edit(['selectedFieldMappings', mapToName], undefined);
    },
  };
}

export function loadedRevision(store: Store): Revision {
  const { integration } = store.get();
  if (!integration) throw new Error('Wait for `load()`.');
  return integration.latestRevision;
}

function editorOf<Section extends 'write' | 'read'>(store: Store, section: Section, objectName: string) {
  const about = () => entryAbout(store.get().draft, section, objectName);
  const change = (draft: ConfigContent, path: Path): void => {
    const issues = store.get().issues.filter((one) => !one.path || !doOverlap(one.path, path));
    store.set({ draft, issues });
  };
  /** Switched off and on again, an object is as before. */
  const switchedOn = (): ConfigContent => {
    const { base, draft } = store.get();
    const { key, entry } = about();
    const begun = entryAbout(base, section, objectName).entry ?? { objectName };
    return entry ? draft : withMember(draft, [section, 'objects', key], begun);
  };
  return {
    entry: () => about().entry,
    switchOn: () => change(switchedOn(), [section, 'objects', about().key]),
    switchOff: () => {
      const path = [section, 'objects', about().key];
      if (about().entry) change(withMember(store.get().draft, path, undefined), path);
    },
    edit: (below: Path, value: unknown): void => {
      const path = [section, 'objects', about().key, ...below];
      change(withoutEmpty(withMember(switchedOn(), path, value), store.get().base, path), path);
    },
  };
}

/** Removes empty parents that the base lacks; `enabled: false` counts as empty. */
function withoutEmpty<T>(draft: T, base: unknown, path: Path): T {
  const isVain = (value: unknown = {}): boolean => {
    const text = JSON.stringify(value);
    return text === '{}' || (text === 'false' && path[3] === 'deletionSettings');
  };
  let kept = draft;
  for (let end = path.length; end > 3; end -= 1) {
    const place = path.slice(0, end);
    if (!isVain(memberAt(kept, place)) || memberAt(base, place) !== undefined) break;
    kept = withMember(kept, place, undefined);
  }
  return kept;
}
