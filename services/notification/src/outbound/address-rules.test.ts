import { expect, test } from '@jest/globals';
import { checkUrl, urlFault } from './check-url.ts';
import { isAddressRange } from '@writ/http';
import { createAddressRules } from './address-rules.ts';
import type { ResolveAll } from './resolve-names.ts';

const strict = createAddressRules({ allowHttp: false, allowCidrs: [] });
const lenient = createAddressRules({ allowHttp: true, allowCidrs: [] });
const names: ResolveAll = (host) =>
  Promise.resolve(host === 'localhost' ? [{ address: '127.0.0.1', family: 4 }] : []);

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://localhost/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://168.63.129.16/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://240.0.0.1/',
  'http://[fc00::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::808:808]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:1::1]/',
  'http://[2001:db8::1]/',
])('%s is refused when it is saved', async (url) => {
  expect(await checkUrl(url, lenient, names)).toMatch(/not a public address/);
});

test.each(['https://93.184.216.34/hook', 'https://[2606:2800:220:1::1]/', 'https://receiver.invalid/hook'])(
  '%s is accepted',
  async (url) => {
    expect(await checkUrl(url, strict, names)).toBeUndefined();
  },
);

test('http is refused where it is not allowed', async () => {
  expect(await checkUrl('http://93.184.216.34/', strict)).toMatch('Must begin with `https://`.');
});

test.each([
  ['ftp://93.184.216.34/', 'https://'],
  ['https://me:pass@93.184.216.34/', 'user name'],
  ['https://93.184.216.34:0/', 'port 0'],
  ['https://93.184.216.34:65536/', 'absolute URL'],
  ['hook', 'absolute URL'],
])('%s has a fault of form, which is told once', async (url, told) => {
  expect(urlFault(url)).toMatch(told);
  expect(await checkUrl(url, strict)).toBeUndefined();
});

test('an operator opens ranges; link-local and metadata addresses open only when named exactly', () => {
  const opened = createAddressRules({
    allowHttp: true,
    allowCidrs: ['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '169.254.0.0/16', '169.254.169.254/32', '0.0.0.0/0'],
  });
  expect(opened.refusal('10.1.2.3', 'http:')).toBeUndefined();
  expect(opened.refusal('127.0.0.1', 'http:')).toBeUndefined();
  expect(opened.refusal('::ffff:10.1.2.3', 'http:')).toBeUndefined();
  expect(opened.refusal('fd12::1', 'http:')).toBeUndefined();
  expect(opened.refusal('169.254.169.254', 'http:')).toBeUndefined();
  expect(opened.refusal('169.254.1.1', 'http:')).toBeDefined();
  expect(opened.refusal('fd00:ec2::254', 'http:')).toBeDefined();
  expect(opened.refusal('168.63.129.16', 'http:')).toBeDefined();
  expect(opened.refusal('fe80::1', 'http:')).toBeDefined();
});

test('http may be allowed for the addresses that the operator lists alone', async () => {
  const listed = createAddressRules({ allowHttp: 'listed', allowCidrs: ['127.0.0.1/32', '93.184.216.34'] });
  expect(await checkUrl('http://127.0.0.1:8090/', listed)).toBeUndefined();
  expect(await checkUrl('http://93.184.216.34/', listed)).toBeUndefined();
  expect(await checkUrl('https://93.184.216.35/', listed)).toBeUndefined();
  expect(await checkUrl('http://93.184.216.35/', listed)).toMatch('by https:// alone');
  expect(await checkUrl('http://10.0.0.1/', listed)).toMatch('not a public address');
});

test('what is no range or address is told', () => {
  expect(['10.0.0.0/8', '::1', '10.0.0.0/33', 'intranet'].map(isAddressRange)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
