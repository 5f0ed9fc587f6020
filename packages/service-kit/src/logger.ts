import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { createLogger, format, transports, type Logform } from 'winston';
import { redactor } from './redact.ts';

/** How much is logged. An `error` is for somebody to act on now, a `warn` for somebody to look at later. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where winston looks for the text of a line. */
const text = Symbol.for('message');

type Fields = Readonly<Record<string, unknown>>;

/** Structured log: one wide line for each request, attempt and delivery. */
export type Logger = {
  [Level in LogLevel]: (message: string, fields?: Fields) => void;
} & {
  /** A logger that adds these fields to each of its lines. */
  with(fields: Fields): Logger;
};

/** An error as fields of a log line, its causes included. */
export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) };
  return { error: error.message, errorName: error.name, stack: error.stack, ...cause };
}

/**
 * A JSON logger on standard output (`write` replaces it in tests). Members whose name says that they are secret, and
 * texts that look like one of our keys or a bearer token, are replaced before anything is written.
 */
export function createAppLogger(options: {
  service: string;
  level: LogLevel;
  write?: (line: string) => void;
}): Logger {
  const redact = redactor();
  /** In one step: an attempt is a line, and the formats that winston brings cost more than what is sent. */
  const asJson = (line: Logform.TransformableInfo): Logform.TransformableInfo => {
    const timestamp = new Date().toISOString();
    const { level, message } = line;
    // What a reader looks for first stands first; the redacted values replace these.
    return { ...line, [text]: JSON.stringify({ timestamp, level, message, ...redact(line) }) };
  };
  const winston = createLogger({
    level: options.level,
    defaultMeta: { service: options.service },
    format: format(asJson)(),
    transports: [new transports.Stream({ stream: lineStream(options.write ?? gatheredOutput()) })],
  });
  const bind = (bound: Fields): Logger => ({
    error: (message, fields) => void winston.error(message, { ...bound, ...fields }),
    warn: (message, fields) => void winston.warn(message, { ...bound, ...fields }),
    info: (message, fields) => void winston.info(message, { ...bound, ...fields }),
    debug: (message, fields) => void winston.debug(message, { ...bound, ...fields }),
    with: (fields) => bind({ ...bound, ...fields }),
  });
  return bind({});
}

/**
 * Lines of one turn of the event loop go out in one write: a write for each costs more than making it. What is left is
 * written when the process ends.
 */
function gatheredOutput(): (line: string) => void {
  let gathered = '';
  const flush = (): void => {
    process.stdout.write(gathered);
    gathered = '';
  };
  process.once('exit', () => {
    if (gathered !== '') writeSync(process.stdout.fd, gathered);
  });
  return (line) => {
    if (gathered === '') setImmediate(flush);
    gathered += `${line}\n`;
  };
}

function lineStream(write: (line: string) => void): NodeJS.WritableStream {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(chunk.toString('utf8').trimEnd());
      done();
    },
  });
}
