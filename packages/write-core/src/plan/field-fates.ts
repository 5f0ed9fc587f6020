import { planWrite } from '../plan-write.ts';
import type { WriteCommand } from '../write-command.ts';
import { byOutcome, type IfOnly } from './by-outcome.ts';
import type { FieldNote } from './field-notes.ts';
import { fieldRoutes, type FieldRoutes } from './field-routes.ts';
import type { WriteSettings } from './write-settings.ts';

export type FieldFate = IfOnly & {
  /** In the request, or in the settings of a default. */
  name: string;
  /** Absent if dropped. */
  field?: string;
  /** The last that applies; `depends`: on a missing value at the provider. */
  fate: 'written' | 'mapped' | 'defaulted' | 'depends' | 'dropped';
  why: string;
};

/**
 * Fates of a single record's fields and used defaults, in planning order. Empty for a delete. Fates of an
 * upsert that hold for one outcome only say so.
 */
export function fieldFates(command: WriteCommand, settings: WriteSettings): FieldFate[] {
  if (command.kind !== 'single') return [];
  if (command.type !== 'upsert') return fatesOf(command, command.type, settings);
  const existing = fatesOf(command, 'update', settings);
  if (command.mustExist) return existing;
  const fresh = fatesOf(command, 'create', settings);
  return byOutcome({ ofNew: fresh, ofExisting: existing }, (one) =>
    JSON.stringify([one.name, one.field, one.fate]),
  );
}

function fatesOf(
  { record, headers, when }: Extract<WriteCommand, { kind: 'single' }>,
  type: 'create' | 'update',
  settings: WriteSettings,
): FieldFate[] {
  const { routeOf, defaults } = fieldRoutes(settings, type);
  const { notes } = planWrite({ kind: 'single', type, record, headers, when }, settings);
  const isOfDefault = ({ kind }: FieldNote): boolean => kind === 'defaulted' || kind === 'default-if-empty';
  const used = new Set(notes.filter(isOfDefault).map(({ field }) => field));
  return [
    ...Object.keys(record.fields).map((name) => fateOf(name, routeOf(name), { type, isDefault: false })),
    ...defaults
      .filter(({ key }) => used.has(key))
      .map(({ key }) => fateOf(key, routeOf(key), { type, isDefault: true })),
  ];
}

function fateOf(
  name: string,
  route: ReturnType<FieldRoutes['routeOf']>,
  { type, isDefault }: { type: 'create' | 'update'; isDefault: boolean },
): FieldFate {
  const rule = type === 'update' ? 'writeOnUpdate' : 'writeOnCreate';
  if (route.kind === 'unmapped')
    return { name, fate: 'dropped', why: 'Fields that the installation does not map are removed.' };
  if (route.kind === 'dropped')
    return { name, fate: 'dropped', why: `The \`${rule}\` of the field is \`never\`.` };
  if (route.kind === 'no-field')
    return { name, fate: 'dropped', why: 'It is not a field of the record at the provider.' };
  const { field, ifEmpty } = route;
  const reasons: [fate: FieldFate['fate'], why: string][] = [];
  if (field !== name) reasons.push(['mapped', `The installation maps it to \`${field}\`.`]);
  if (isDefault) reasons.push(['defaulted', 'The request lacks it, so its default is used.']);
  if (ifEmpty)
    reasons.push([
      'depends',
      'It is written only if the record at the provider has no value yet (`ifEmpty`).',
    ]);
  return {
    name,
    field,
    fate: reasons.at(-1)?.[0] ?? 'written',
    why: reasons.map(([, why]) => why).join(' ') || 'No setting changes it.',
  };
}
