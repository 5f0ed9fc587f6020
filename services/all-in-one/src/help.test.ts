import { expect, test } from '@jest/globals';
import { variables } from './config.ts';
import { asksForHelp, help } from './help.ts';

test('help is asked for by name or letter', () => {
  expect([[], ['--help'], ['-h']].map(asksForHelp)).toEqual([false, true, true]);
});

test.each([['--port=1'], ['status']])('%s is refused with what to do instead', (given) => {
  expect(() => asksForHelp([given])).toThrow(/.+\n`npm start -- --help` lists/);
});

test('help names each variable with what it is usually, in lines that fit a terminal', () => {
  const text = help(variables);
  const names = Object.keys(variables);

  expect(names.filter((name) => !text.includes(`\n  ${name}`))).toEqual([]);
  expect(text).toContain('  MANAGEMENT_PORT, usually 8080\n      Port of the management host');
  expect(text).toContain('  SALESFORCE_ALLOW_HOSTS\n');
  expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]);
});

test('only ports of what listens in this form can be set', () => {
  const ports = Object.keys(variables).filter((name) => name.endsWith('_PORT'));

  expect(ports.sort()).toEqual(['MANAGEMENT_PORT', 'METRICS_PORT', 'SANDBOX_PORT', 'WRITE_PORT']);
});
