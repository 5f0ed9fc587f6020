import { eventDataSchemas, eventTypes, formats, lifecycleEventSchema } from '@writ/contracts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

type Validators = { event: ValidateFunction; data: Readonly<Record<string, ValidateFunction>> };

let compiled: Validators | undefined;

/** Everything that keeps a JSON value from being a lifecycle event, each in plain words; empty when nothing does. */
export function eventFaults(value: unknown): string[] {
  compiled ??= compile();
  if (!compiled.event(value)) return inWords(compiled.event.errors, '');
  const { type, data } = value as { type: string; data: unknown };
  const validate = compiled.data[type];
  return validate === undefined || validate(data) ? [] : inWords(validate.errors, '/data');
}

function compile(): Validators {
  const ajv = new Ajv2020({ allErrors: true, strictRequired: false, strictTypes: false, formats });
  return {
    event: ajv.compile(lifecycleEventSchema),
    data: Object.fromEntries(eventTypes.map((type) => [type, ajv.compile(eventDataSchemas[type])])),
  };
}

/** Of alternatives that all fail, ajv reports each and then the choice itself, which says nothing more. */
function inWords(errors: readonly ErrorObject[] | null | undefined, at: string): string[] {
  const telling = (errors ?? []).filter(({ keyword }) => keyword !== 'anyOf');
  return [...new Set(telling.map((error) => sentence(error, at)))];
}

function sentence({ keyword, instancePath, params, message }: ErrorObject, at: string): string {
  const names = `${at}${instancePath}`.split('/').filter((name) => name !== '');
  const place = names.length === 0 ? 'The event' : names.join('.');
  if (keyword === 'required') return `${[...names, String(params['missingProperty'])].join('.')} is missing`;
  if (keyword === 'enum' && place === 'type') return 'type is none of those we know';
  return `${place} ${message ?? 'is wrong'}`;
}
