import { createSecureContext } from 'node:tls';
import type { Parsed, Values, Variable } from './environment.ts';
import { fileText } from './file-text.ts';
import { listOf, needing, oneOf, optional, secret, text } from './variables.ts';

const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** For processes that publish or consume lifecycle events. */
export const kafkaVariables = {
  KAFKA_BROKERS: listOf('Kafka brokers, as host:port, separated by commas.', {
    ofWhat: 'broker (host:port)',
    isRight: isBroker,
  }),
  KAFKA_TLS: needing(
    ['KAFKA_BROKERS'],
    oneOf('Whether connections to Kafka are encrypted: on or off.', ['on', 'off'], { fallback: 'off' }),
  ),
  KAFKA_TLS_CA_FILE: needing(
    ['KAFKA_TLS=on'],
    optional(
      certificates(
        "File with certificates (PEM) of the authorities that sign the brokers' certificates; by default those that Node trusts.",
      ),
    ),
  ),
  KAFKA_SASL_MECHANISM: needing(
    ['KAFKA_BROKERS', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'],
    optional(
      oneOf(
        'How processes sign in to Kafka: plain (sends the password itself, so use KAFKA_TLS), scram-sha-256 or scram-sha-512.',
        saslMechanisms,
      ),
    ),
  ),
  KAFKA_SASL_USERNAME: needing(
    ['KAFKA_SASL_MECHANISM'],
    optional(text('User with which processes sign in to Kafka.')),
  ),
  KAFKA_SASL_PASSWORD: needing(['KAFKA_SASL_MECHANISM'], optional(secret(text('Password of that user.')))),
};

/** As options of kafkajs. */
export type KafkaAccess = {
  brokers: readonly string[];
  tls?: boolean | { ca: string };
  sasl?: { mechanism: (typeof saslMechanisms)[number]; username: string; password: string };
};

export function kafkaAccessOf({
  KAFKA_BROKERS: brokers,
  KAFKA_TLS: tls,
  KAFKA_TLS_CA_FILE: ca,
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: username = '',
  KAFKA_SASL_PASSWORD: password = '',
}: Values<typeof kafkaVariables>): KafkaAccess {
  return {
    brokers,
    tls: tls === 'on' && (ca === undefined || { ca }),
    ...(mechanism !== undefined && { sasl: { mechanism, username, password } }),
  };
}

/** The client splits at the first colon, so IPv6 addresses don't work. */
function isBroker(text: string): boolean {
  const [, port] = /^[^\s:/@]+:(\d{1,5})$/.exec(text) ?? [];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
}

/** The certificates in a file. */
function certificates(description: string): Variable<string> {
  const parse = (path: string): Parsed<string> => {
    const read = fileText(path);
    if ('fault' in read) return read;
    return areCertificates(read.text)
      ? { value: read.text }
      : { fault: `"${path}" holds no certificates (PEM), or a damaged one` };
  };
  return { description, parse };
}

function areCertificates(text: string): boolean {
  try {
    createSecureContext({ ca: text });
    return text.includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}
