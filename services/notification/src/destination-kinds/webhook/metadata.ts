import { hiddenText, isJsonObject, pointerTo, type JsonObject } from '@writ/contracts';
import { hideQuery } from '@writ/http-kit';
import type { AddressRules } from '../../outbound/address-rules.ts';
import { checkUrl } from '../../outbound/check-url.ts';
import type { MetadataFault } from '../destination-kind.ts';
import { urlFaults } from '../url-faults.ts';

/** Headers that a builder adds to what is sent. */
export const headersSchema = {
  type: 'object',
  writeOnly: true,
  maxProperties: 20,
  additionalProperties: { type: 'string', maxLength: 4096, writeOnly: true },
  description: `Headers added to each delivery, name to value. Values are answered as \`${hiddenText}\`, which means the stored value when it is sent back.`,
} as const;

/** `metadata` of a webhook (Contract §6.2). */
export const webhookMetadataSchema = {
  type: 'object',
  writeOnly: true,
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      description: `Where deliveries are posted. Values of its query are answered as \`${hiddenText}\`, which means the stored value of the same name when it is sent back.`,
    },
    headers: headersSchema,
  },
} as const;

/** Headers that are ours, that frame the message, or that belong to the connection. */
export const forbiddenNames =
  /^(?:webhook-.*|svix-.*|content-.*|accept-encoding|user-agent|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|forwarded|x-forwarded-.*|via|proxy-.*)$/i;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const allHeadersLimit = 4096;

/** Whether deliveries may be sent to the address of a webhook. */
export async function checkWebhookMetadata(
  metadata: JsonObject,
  rules: AddressRules,
): Promise<readonly MetadataFault[]> {
  const { url } = metadata as { url: string };
  const refused = await checkUrl(url, rules);
  return refused === undefined ? [] : [{ pointer: '/url', detail: refused, value: hideQuery(url) }];
}

/** Faults of a webhook that its schema cannot tell. */
export const webhookMetadataRules = (metadata: JsonObject): readonly MetadataFault[] => [
  ...urlFaults('/url', metadata['url']),
  ...headersRules(metadata),
];

/** Faults of added headers that their schema cannot tell. What the schema refuses is left to it. */
export function headersRules({ headers }: JsonObject): readonly MetadataFault[] {
  if (!isJsonObject(headers)) return [];
  return headerFaults(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}

function headerFaults(entries: readonly (readonly [string, string])[]): MetadataFault[] {
  const size = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const tooLarge =
    size > allHeadersLimit
      ? [{ pointer: '/headers', detail: 'All headers together must stay below 4 kB.' }]
      : [];
  return [...tooLarge, ...entries.flatMap(([name, value]) => headerFault(name, value))];
}

function headerFault(name: string, value: string): MetadataFault[] {
  const pointer = pointerTo('/headers', name);
  if (!token.test(name)) return [{ pointer, detail: 'Is not the name of an HTTP header.' }];
  if (forbiddenNames.test(name)) return [{ pointer, detail: 'Is a header that deliveries set themselves.' }];
  if (!headerValue.test(value))
    return [{ pointer, detail: 'The value holds a character that no header may hold.' }];
  return [];
}
