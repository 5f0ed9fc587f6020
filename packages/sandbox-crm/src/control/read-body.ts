import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { AccountSettings } from '../accounts/settings.ts';
import { earlyFaults, lateFaults, type Fault } from '../faults/fault.ts';
import { parseJson } from '../json.ts';
import { providerNames } from '../provider-name.ts';

export type Issue = { readonly name: string; readonly message: string };

type Read<T> = { ok: true; value: T } | { ok: false; issues: readonly Issue[] };

const closed = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };
const flag = { type: 'boolean' };
const object = { type: 'object' };
const count = { type: 'integer', minimum: 0 };
const countOrNull = { type: ['integer', 'null'], minimum: 0 };
const positive = { type: 'integer', minimum: 1 };

const item = closed(
  {
    code: text,
    message: text,
    status: { type: 'integer', minimum: 400, maximum: 599 },
    more: object,
    ofAll: flag,
  },
  ['code', 'message'],
);
const answer = {
  status: { type: 'integer', minimum: 200, maximum: 599 },
  headers: { type: 'object', additionalProperties: text },
  body: {},
  commit: flag,
};
const fault = closed(
  {
    provider: { enum: providerNames },
    account: text,
    match: closed({ method: text, path: text, record: object }),
    times: positive,
    then: {
      if: { type: 'string' },
      then: { enum: [...earlyFaults, ...lateFaults] },
      else: {
        ...object,
        if: { required: ['item'] },
        then: closed({ item }),
        else: { if: { required: ['cut'] }, then: closed({ cut: count }), else: closed(answer, ['status']) },
      },
    },
  },
  ['provider', 'then'],
);

const settings = closed({
  // The longest delay that Node's timers know.
  latencyMs: { ...count, maximum: 2 ** 31 - 1 },
  quota: { ...closed({ limit: count, windowMs: positive }, ['limit', 'windowMs']), type: ['object', 'null'] },
  dailyLimit: countOrNull,
  tokenLifetimeMs: positive,
  rotateRefreshTokens: flag,
  resultOrder: countOrNull,
  traceResults: flag,
});

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });

/** Reads a JSON body, and names everything that is wrong with it. */
function reader<T>(schema: object): (body: string) => Read<T> {
  const validate = ajv.compile<T>(schema);
  return (body) => {
    const parsed = parseJson(body);
    if (!parsed.ok) return { ok: false, issues: [{ name: '', message: `is no JSON: ${parsed.message}` }] };
    const { value } = parsed;
    if (validate(value)) return { ok: true, value };
    return {
      ok: false,
      issues: (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(issueOf),
    };
  };
}

/** The body of `POST /_sandbox/faults`. */
export const readFault = reader<Fault>(fault);
/** The body of `PUT /_sandbox/settings/…`; members left out keep their values. */
export const readSettings = reader<Partial<AccountSettings>>(settings);

function issueOf({ instancePath, keyword, message = 'is wrong', params }: ErrorObject): Issue {
  if (keyword === 'additionalProperties')
    return { name: `${instancePath}/${String(params['additionalProperty'])}`, message: 'is unknown' };
  if (keyword === 'required')
    return { name: `${instancePath}/${String(params['missingProperty'])}`, message: 'is missing' };
  const allowed = keyword === 'enum' ? `: ${String(params['allowedValues'])}` : '';
  return { name: instancePath, message: message + allowed };
}
