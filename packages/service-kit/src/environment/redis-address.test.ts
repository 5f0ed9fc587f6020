import { expect, test } from '@jest/globals';
import { readRedisAddress, redisPasswords } from './redis-address.ts';

const login = { tls: false, username: '', password: '' };

test('an address without parameters is one server, as its client reads it', () => {
  for (const url of ['redis://redis:6379', 'rediss://u:p%40w@[::1]:6380/3', 'redis://redis.test?family=6'])
    expect(readRedisAddress(url)).toMatchObject({ value: { kind: 'single', url } });
});

test('a cluster is reached through each node that its address names', () => {
  expect(readRedisAddress('redis://a?cluster=on')).toEqual({
    value: { kind: 'cluster', nodes: [{ host: 'a', port: 6_379 }], ...login },
  });
  expect(readRedisAddress('rediss://writ:p%40,w@a:7000,[::1]:7001,c/0?cluster=on')).toEqual({
    value: {
      kind: 'cluster',
      nodes: [
        { host: 'a', port: 7_000 },
        { host: '::1', port: 7_001 },
        { host: 'c', port: 6_379 },
      ],
      tls: true,
      username: 'writ',
      password: 'p@,w',
    },
  });
});

test('with sentinels the host is the name of the primary', () => {
  const url = 'redis://:pw@my-primary.1/2?sentinels=s1:26380,s2&sentinelPassword=a%2Bb%25';
  expect(readRedisAddress(url)).toEqual({
    value: {
      kind: 'sentinel',
      name: 'my-primary.1',
      sentinels: [
        { host: 's1', port: 26_380 },
        { host: 's2', port: 26_379 },
      ],
      sentinelPassword: 'a+b%',
      database: 2,
      ...login,
      password: 'pw',
    },
  });
  expect(redisPasswords(url)).toEqual(['pw', 'a+b%']);
});

test.each([
  ['http://redis.test', 'is not a URL'],
  ['redis://', 'is not a URL'],
  ['redis://a:1,,b:2?cluster=on', 'is not a URL'],
  ['redis://a:b?cluster=on', 'is not a URL'],
  ['redis://:a%zz@a', 'has a user or a password with a %'],
  ['redis://a:1,b:2', 'names several hosts'],
  ['redis://a?cluster=true', 'has a `cluster` other than `on`'],
  ['redis://a/1?cluster=on', 'names a database'],
  ['redis://a?cluster=on&sentinels=b', 'has both'],
  ['redis://a:6379?sentinels=b', 'so its host is the name of the primary'],
  ['redis://a,c?sentinels=b', 'so its host is the name of the primary'],
  ['redis://a?sentinels=', 'has a word in `sentinels`'],
  ['redis://a?sentinels=b:1,http://c', 'has a word in `sentinels`'],
  ['redis://a/x?sentinels=b', 'has a database that is no number'],
])('%s is an error', (text, fault) => {
  expect(readRedisAddress(text)).toEqual({ fault: expect.stringContaining(fault) });
  expect(redisPasswords(text)).toEqual([]);
});
