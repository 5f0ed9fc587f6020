import { hiddenText, isJsonObject, pointerTo, type JsonObject } from '@writ/contracts';
import type { MetadataFault } from '../destination-kind.ts';
import { closed, text } from '../metadata-schema.ts';

export type WebhookMetadata = { url: string; headers?: Readonly<Record<string, string>> };

/** Added by the builder. */
export const headersSchema = {
  type: 'object',
  writeOnly: true,
  maxProperties: 20,
  additionalProperties: { type: 'string', maxLength: 4096, writeOnly: true },
  description: `Headers added to each delivery, name to value. Values are answered as \`${hiddenText}\`, which means the stored value when it is sent back.`,
} as const;

export const webhookMetadataSchema = closed(['url'], {
  url: text(
    2048,
    `Where deliveries are posted. Values of its query are answered as \`${hiddenText}\`, which means the stored value of the same name when it is sent back.`,
  ),
  headers: headersSchema,
});

/** Headers of deliveries, of message framing or of the connection. */
export const forbiddenNames =
  /^(?:webhook-.*|svix-.*|content-.*|accept-encoding|user-agent|host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|forwarded|x-forwarded-.*|via|traceparent|proxy-.*)$/i;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const allHeadersLimit = 4096;

export function headersRules({ headers }: JsonObject): readonly MetadataFault[] {
  if (!isJsonObject(headers)) return [];
  const entries = Object.entries(headers).map(
    ([name, value]) => [name, typeof value === 'string' ? value : ''] as const,
  );
  const size = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const tooLarge = { pointer: '/headers', detail: 'All headers together must stay below 4 kB.' };
  const faults = entries.flatMap(([name, value]) => {
    const detail = headerFault(name, value);
    return detail === undefined ? [] : [{ pointer: pointerTo('/headers', name), detail }];
  });
  return size > allHeadersLimit ? [tooLarge, ...faults] : faults;
}

function headerFault(name: string, value: string): string | undefined {
  if (!token.test(name)) return 'Is not the name of an HTTP header.';
  if (forbiddenNames.test(name)) return 'Is a header that deliveries set themselves.';
  return headerValue.test(value) ? undefined : 'The value holds a character that no header may hold.';
}
