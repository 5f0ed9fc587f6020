import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

type AsyncApiDocument = {
  channels: Readonly<Record<string, { messages: Readonly<Record<string, unknown>> }>>;
};

export type SeenMessage = {
  channel: string;
  type: string;
  headers: Readonly<Record<string, unknown>>;
  payload: unknown;
};

let official: ValidateFunction | undefined;

/** By the official AsyncAPI 3 schema; includes broken references. */
export function asyncApiFaults(document: object): string[] {
  const require = createRequire(import.meta.url);
  official ??= newAjv().compile(require('@asyncapi/specs/schemas/3.0.0.json') as object);
  const told = official(document) ? [] : (official.errors ?? []);
  return [
    ...told.map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`),
    ...references(document)
      .filter((reference) => at(document, reference) === undefined)
      .map((reference) => `${reference} leads nowhere`),
  ];
}

export function messageFaults(document: object, seen: SeenMessage): string[] {
  const channel = (document as AsyncApiDocument).channels[seen.channel];
  const message = channel?.messages[seen.type] as { $ref: string } | undefined;
  if (!message) return [`${seen.channel} has no message ${seen.type}`];
  const ajv = newAjv().addSchema(document, 'document');
  return (['headers', 'payload'] as const).flatMap((part) => {
    const validate = ajv.compile({ $ref: `document${message.$ref}/${part}` });
    const told = validate(seen[part]) ? [] : (validate.errors ?? []);
    return told.map(({ instancePath, message: words }) => `${part}${instancePath} ${words ?? ''}`);
  });
}

/** Lenient: a document is no schema. */
function newAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false, meta: false });
  addFormats.default(ajv);
  return ajv;
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' ? [String(member)] : references(member),
  );
}

const at = (document: object, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
