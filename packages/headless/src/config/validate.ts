import type { ConfigContent, FieldDefault, Issue, Revision } from '../types.ts';
import { issueAt } from './faults.ts';
import { nameOf, writableIn } from './objects.ts';
import type { Path } from './tree.ts';

/** The server's issue for an object that is not in the manifest. */
export const unknownObject = (path: Path, objectName: string, revision: Revision): Issue[] =>
  writableIn(revision).includes(objectName)
    ? []
    : [issueAt(path, `The \`write\` section of the manifest has no object \`${objectName}\`.`, objectName)];

export const configIssues = (content: ConfigContent, revision: Revision): Issue[] =>
  Object.entries(content.write?.objects ?? {}).flatMap(([key, entry]) => {
    const path = ['write', 'objects', key];
    const settings = Object.entries(entry.selectedFieldSettings ?? {});
    return [
      ...unknownObject(path, nameOf(key, entry), revision),
      ...settings.flatMap(([field, rules]) =>
        settingIssues([...path, 'selectedFieldSettings', field], rules),
      ),
    ];
  });

/** Forms of settings, as JSON. */
const forms: Readonly<Record<string, readonly [form: RegExp, detail: string]>> = {
  writeOnCreate: [/^"(always|never)"$/, 'Must be `always` or `never`.'],
  writeOnUpdate: [/^"(always|never|ifEmpty)"$/, 'Must be `always`, `never` or `ifEmpty`.'],
  default: [
    /^\{("stringValue":"(\\.|[^"\\])*"|"integerValue":-?\d+|"booleanValue":(true|false))\}$/,
    'Must have exactly one of `stringValue`, `integerValue` and `booleanValue`.',
  ],
};

/** Callers in JavaScript may pass anything. */
const settingIssues = (path: Path, settings: Readonly<Record<string, unknown>>): Issue[] =>
  Object.entries(forms).flatMap(([name, [form, detail]]) => {
    const value = settings[name];
    const isGood =
      value === undefined ||
      // Numbers beyond 2^53 lose digits.
      (form.test(JSON.stringify(value)) && Number.isSafeInteger((value as FieldDefault).integerValue ?? 0));
    return isGood ? [] : [issueAt([...path, name], detail, value)];
  });
