import { expect, test } from '@jest/globals';
import { EnvironmentError, readEnvironment } from './environment.ts';
import { kafkaAccessOf, kafkaVariables } from './kafka-variables.ts';
import { optional } from './variables.ts';

const { KAFKA_BROKERS } = kafkaVariables;

test('each broker is a host and a port, and there is one at least', () => {
  const readBrokers = (given: string) => readEnvironment({ KAFKA_BROKERS }, { KAFKA_BROKERS: given });
  expect(readBrokers('a.test:9092, 10.0.0.1:19092')).toEqual({
    KAFKA_BROKERS: ['a.test:9092', '10.0.0.1:19092'],
  });
  const wrong = ['kafka', 'kafka:', ':9092', 'kafka:0', 'kafka:65536', 'kafka://a.test:9092', '[::1]:9092'];
  expect(() => readBrokers(['a.test:9092', ...wrong].join(','))).toThrow(
    `KAFKA_BROKERS: ${wrong.join(', ')} is no broker (host:port). `,
  );
  expect(() => readBrokers(' , ')).toThrow('KAFKA_BROKERS: names no broker (host:port). ');
});

const brokers = { KAFKA_BROKERS: 'a.test:9092' };
const user = { KAFKA_SASL_USERNAME: 'writ', KAFKA_SASL_PASSWORD: 'password-of-kafka' };
const accessOf = (given: Record<string, string>) =>
  kafkaAccessOf(readEnvironment(kafkaVariables, { ...brokers, ...given }));

test('connections are open and without a user, unless the environment says otherwise', () => {
  expect(accessOf({})).toEqual({ brokers: ['a.test:9092'], tls: false });
  expect(accessOf({ KAFKA_TLS: 'on' })).toEqual({ brokers: ['a.test:9092'], tls: true });
  expect(accessOf({ KAFKA_SASL_MECHANISM: 'scram-sha-512', ...user })).toMatchObject({
    sasl: { mechanism: 'scram-sha-512', username: 'writ', password: 'password-of-kafka' },
  });
});

function faultsOf(given: Record<string, string>, variables = kafkaVariables) {
  try {
    readEnvironment(variables, given);
    return [];
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return error.faults.map(({ name, message }) => `${name}: ${message}`);
  }
}

test('settings that need others are errors without them, all reported together, with what to do', () => {
  expect(
    faultsOf({
      ...brokers,
      KAFKA_TLS_CA_FILE: import.meta.filename,
      KAFKA_SASL_MECHANISM: 'plain',
    }),
  ).toEqual([
    expect.stringMatching(/^KAFKA_TLS_CA_FILE: "[^ ]+" holds no certificates \(PEM\), or a damaged one\. /),
    `KAFKA_TLS_CA_FILE: "${import.meta.filename}" needs KAFKA_TLS=on. Set it, or unset KAFKA_TLS_CA_FILE.`,
    'KAFKA_SASL_MECHANISM: "plain" needs KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD. Set them, or unset KAFKA_SASL_MECHANISM.',
  ]);
  expect(faultsOf({ ...brokers, ...user })).toEqual([
    'KAFKA_SASL_USERNAME: "writ" needs KAFKA_SASL_MECHANISM. Set it, or unset KAFKA_SASL_USERNAME.',
    'KAFKA_SASL_PASSWORD: needs KAFKA_SASL_MECHANISM. Set it, or unset KAFKA_SASL_PASSWORD.',
  ]);
  const missing = faultsOf({ ...brokers, KAFKA_TLS: 'on', KAFKA_TLS_CA_FILE: '/nowhere/ca.pem' });
  expect(missing).toEqual([expect.stringContaining('"/nowhere/ca.pem" cannot be read (ENOENT)')]);
});

test('where brokers are optional, what needs them is an error without them, but for a default', () => {
  const variables = { ...kafkaVariables, KAFKA_BROKERS: optional(KAFKA_BROKERS) };
  expect(faultsOf({ KAFKA_TLS: 'off' }, variables)).toEqual([]);
  expect(faultsOf({ KAFKA_SASL_MECHANISM: 'plain' }, variables)).toEqual([
    expect.stringContaining('needs KAFKA_BROKERS, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD. Set them'),
  ]);
  expect(faultsOf({ KAFKA_TLS: 'on', KAFKA_SASL_MECHANISM: 'plain', ...user }, variables)).toEqual([
    'KAFKA_TLS: "on" needs KAFKA_BROKERS. Set it, or unset KAFKA_TLS.',
    'KAFKA_SASL_MECHANISM: "plain" needs KAFKA_BROKERS. Set it, or unset KAFKA_SASL_MECHANISM.',
  ]);
});
