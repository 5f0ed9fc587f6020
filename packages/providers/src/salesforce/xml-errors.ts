import type { JsonObject } from '@writ/write-core';

/** Code and message of an error in XML, which some of Salesforce's servers answer whatever was asked for. */
export function readXmlErrors(text: string): JsonObject[] {
  if (!text.trimStart().startsWith('<?xml') && !/^\s*<(?:\w+:)?(?:Errors?|Envelope)\b/.test(text)) return [];
  const errorCode = elementIn(text, 'errorCode|exceptionCode|faultcode');
  const message = elementIn(text, 'message|exceptionMessage|faultstring');
  if (errorCode === undefined && message === undefined) return [];
  return [{ ...(errorCode !== undefined && { errorCode }), ...(message !== undefined && { message }) }];
}

/** The text of the first element of one of these names. */
function elementIn(text: string, names: string): string | undefined {
  const found = new RegExp(`<(?:\\w+:)?(?:${names})(?:\\s[^>]*)?>([^<]+)<`).exec(text)?.[1];
  // A SOAP fault writes its code with a prefix: sf:INVALID_SESSION_ID.
  return found === undefined ? undefined : unescape(found.trim().replace(/^\w+:(?=[A-Z_]+$)/, ''));
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescape(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name: string) => entities[name] ?? whole);
}
