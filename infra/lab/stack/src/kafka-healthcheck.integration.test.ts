import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { freePort } from '@writ/local-servers';
import { testKafka } from '@writ/test-kit';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { checkout } from './programs.ts';

/** Runs the containers' health check against a port of this machine. */
async function ask(port: number): Promise<unknown> {
  const text = await readFile(join(checkout, 'docker-compose.yml'), 'utf8');
  const { services } = load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
    services: { kafka: { healthcheck: { test: [string, string, ...string[]] } } };
  };
  const [kind, command, ...args] = services.kafka.healthcheck.test;
  expect(kind).toBe('CMD');
  const here = args.map((arg) => arg.replaceAll('$$', '$').replace('127.0.0.1/9092', `127.0.0.1/${port}`));
  return promisify(execFile)(command, here);
}

test('the health check of Kafka passes where a broker answers, and fails where nothing listens', async () => {
  const { brokers } = testKafka();
  await expect(ask(Number(brokers[0]?.split(':')[1]))).resolves.toMatchObject({ stdout: '' });
  await expect(ask(await freePort())).rejects.toMatchObject({ code: 1 });
});
