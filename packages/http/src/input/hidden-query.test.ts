import { expect, test } from '@jest/globals';
import { hideQuery, unhideQuery } from './hidden-query.ts';

test.each([
  ['https://a.test/hook', 'https://a.test/hook'],
  ['https://a.test/hook?', 'https://a.test/hook?'],
  ['https://a.test/hook?token=s3cret', 'https://a.test/hook?token=[hidden]'],
  ['https://a.test/?a=1&b=2#part?c=3', 'https://a.test/?a=[hidden]&b=[hidden]#part?c=3'],
  ['https://a.test/?s3cret', 'https://a.test/?[hidden]'],
  ['https://a.test/?a=x=y?z&empty=&&s3cret', 'https://a.test/?a=[hidden]&empty=&&[hidden]'],
  ['no address?token=s3cret', 'no address?token=[hidden]'],
  ['https://a.test/?a=1\nb', 'https://a.test/?a=[hidden]'],
])('%s is answered as %s, which is answered as it is', (url, shown) => {
  expect(hideQuery(url)).toBe(shown);
  expect(hideQuery(shown)).toBe(shown);
  expect(unhideQuery(shown, url, '/url')).toEqual({ value: url, issues: [] });
});

const stored = 'https://a.test/?key=one&key=two&other=3&four';

test.each([
  ['https://a.test/new?other=[hidden]', 'https://a.test/new?other=3'],
  ['https://a.test/?other=%5Bhidden%5D&key=%5bhidden%5d', 'https://a.test/?other=3&key=one'],
  ['https://a.test/?key=[hidden]&key=[hidden]', 'https://a.test/?key=one&key=two'],
  ['https://a.test/?key=new&key=[hidden]', 'https://a.test/?key=new&key=two'],
  ['https://a.test/?[hidden]', 'https://a.test/?four'],
  ['https://a.test/?key=not[hidden]', 'https://a.test/?key=not[hidden]'],
])('%s means %s', (given, value) => {
  expect(unhideQuery(given, stored, '/url')).toEqual({ value, issues: [] });
});

test.each([
  ['https://a.test/?missing=[hidden]', stored],
  ['https://a.test/?other=[hidden]&other=[hidden]', stored],
  ['https://a.test/?key=[hidden]', undefined],
  ['https://a.test/?[hidden]&[hidden]', stored],
])('what %s means is an issue where nothing is stored', (given, known) => {
  expect(unhideQuery(given, known, '/url').issues).toMatchObject([{ in: 'body', name: '/url' }]);
});
