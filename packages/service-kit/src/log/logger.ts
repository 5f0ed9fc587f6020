import { createLogger, format, type Logform } from 'winston';
import Transport from 'winston-transport';
import { gatheredOutput } from './gathered-output.ts';
import { redactor } from './redact.ts';

/** How much is logged. An `error` is for somebody to act on now, a `warn` for somebody to look at later. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Where winston looks for the text of a line. */
const text = Symbol.for('message');

/** A line has a level and a message of its own. */
type Fields = Readonly<Record<string, unknown>> & { level?: never; message?: never };

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
 * texts that look like one of our keys or a bearer token, or are one of `secrets`, are replaced before anything is written.
 */
export function createAppLogger(options: {
  service: string;
  level: LogLevel;
  secrets?: readonly string[];
  write?: (line: string) => void;
}): Logger {
  const redact = redactor(options.secrets ?? []);
  /** In one step: an attempt is a line, and the formats that winston brings cost more than what is sent. */
  const asJson = (line: Logform.TransformableInfo): Logform.TransformableInfo => {
    // What a reader looks for first stands first.
    line[text] = `{"timestamp":"${new Date().toISOString()}",${JSON.stringify(redact(line)).slice(1)}`;
    return line;
  };
  const write = options.write ?? gatheredOutput();
  const winston = createLogger({
    level: options.level,
    format: format(asJson)(),
    transports: [lineTransport(write)],
  });
  /** winston makes a line of what nobody is told, too. */
  const isTold = Object.fromEntries(logLevels.map((level) => [level, winston.isLevelEnabled(level)]));
  const bind = (bound: Fields): Logger => {
    const log = (level: LogLevel) => (message: string, fields?: Fields) => {
      if (isTold[level]) winston.log({ level, message, ...bound, ...fields });
    };
    return {
      error: log('error'),
      warn: log('warn'),
      info: log('info'),
      debug: log('debug'),
      with: (fields) => bind({ ...bound, ...fields }),
    };
  };
  return bind({ service: options.service });
}

/** Hands lines on as they are: winston's own transports put another stream behind this one. */
const lineTransport = (write: (line: string) => void): Transport =>
  new Transport({
    log: (line: Logform.TransformableInfo, done) => {
      write(String(line[text]));
      done();
    },
  });
