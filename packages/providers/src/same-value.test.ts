import { expect, test } from '@jest/globals';
import type { JsonValue } from '@writ/write-core';
import { isOtherValue } from './same-value.ts';

test.each<[what: string, sent: JsonValue, held: JsonValue]>([
  ['capitals', 'Lead', 'lead'],
  ['an email', ' Ann@X.example', 'ann@x.example'],
  ['blanks and line ends', 'a\r\nb  c ', 'a\nb c'],
  ['a number', '01.50', '1.5'],
  ['a rounded number', '0.12345678901234567', '0.12345678901234568'],
  ['a number with separators', '1,000.5', '1000.5'],
  ['a boolean', true, 'true'],
  ['a time as a number', '2026-01-02T00:00:00Z', '1767312000000'],
  ['a time in another zone', '2026-01-02T00:00:00', '2026-01-01T23:00:00Z'],
  ['a date', '2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['choices in another order', 'b;a', 'a; b'],
  ['choices that are added', ';c', 'a;b;c'],
  ['a phone number', '(0171) 123-4567', '+49 171 1234567'],
  ['a number of a country', '555-123-4567', '+15551234567'],
  ['the zero of an area', '+49 (0)30 123456', '+4930123456'],
  ['an extension', 'tel:+1 555 123 4567', '+15551234567 ext. 12'],
  ['a number with groups', '1,000.50', '1000.5'],
  ['an internationalized name', 'müller.de', 'https://xn--mller-kva.de/'],
  ['the address of a site', 'https://www.Acme.example/about', 'acme.example'],
  ['a site without its scheme', 'acme.example', 'http://acme.example/'],
  ['markup', '<p onclick="x">A & B</p>', '<p>A &amp; B</p>'],
  ['signs alone', '😀', '?'],
  ['nothing', null, ''],
])('a provider that holds %s in its own form holds what was sent', (_, sent, held) => {
  expect(isOtherValue(sent, held)).toBe(false);
});

test.each<[what: string, sent: JsonValue, held: JsonValue]>([
  ['a stage', 'lead', 'marketingqualifiedlead'],
  ['nothing', 'lead', null],
  ['a default', '', 'lead'],
  ['a number', '5', '-5'],
  ['a fraction', '1.5', '15'],
  ['a date', '2026-01-02', '2026-02-01'],
  ['fewer choices', 'a;b', 'a'],
  ['a phone number', '+49 171 1234567', '+49 171 1234568'],
  ['a site', 'acme.example', 'other.example'],
  ['a boolean', 'false', 'true'],
])('a provider that holds another value than was sent does so: %s', (_, sent, held) => {
  expect(isOtherValue(sent, held)).toBe(true);
});
