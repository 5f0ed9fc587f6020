import { createLogger, format, type Logform } from 'winston';
import Transport from 'winston-transport';
import { gatheredOutput } from './gathered-output.ts';
import { redactor } from './redact.ts';

/** `error`: act now; `warn`: look at it later. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** winston's key of a line's text. */
const text = Symbol.for('message');

type Fields = Readonly<Record<string, unknown>> & { level?: never; message?: never };

/** One wide line for each request, attempt and delivery. */
export type Logger = {
  [Level in LogLevel]: (message: string, fields?: Fields) => void;
} & {
  with(fields: Fields): Logger;
};

export type AppLogger = Logger & {
  /** Switches all its loggers to `debug`, or back; logs the new level. */
  switchDebug: () => void;
};

export function errorFields(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  const cause = error.cause === undefined ? {} : { cause: errorFields(error.cause) };
  return { error: error.message, errorName: error.name, stack: error.stack, ...cause };
}

/**
 * A JSON logger on standard output. Hides members with secret names, keys, tokens and `secrets`. Tests
 * replace `write`.
 */
export function createAppLogger(options: {
  service: string;
  level: LogLevel;
  secrets?: readonly string[];
  write?: (line: string) => void;
}): AppLogger {
  const redact = redactor(options.secrets ?? []);
  /** In one step: winston's own formats cost more than sending the line. */
  const asJson = (line: Logform.TransformableInfo): Logform.TransformableInfo => {
    line[text] = `{"timestamp":"${new Date().toISOString()}",${JSON.stringify(redact(line)).slice(1)}`;
    return line;
  };
  const write = options.write ?? gatheredOutput();
  const winston = createLogger({
    level: options.level,
    format: format(asJson)(),
    transports: [lineTransport(write)],
  });
  /** winston builds lines below its level, too. */
  const toldNow = () => Object.fromEntries(logLevels.map((level) => [level, winston.isLevelEnabled(level)]));
  let isTold = toldNow();
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
  const logger = bind({ service: options.service });
  const sayLevel = (level: LogLevel): void => logger.info(`log level is now ${level}`);
  return {
    ...logger,
    switchDebug: () => {
      const isBack = winston.level === 'debug';
      // Said at the level that shows it.
      if (isBack) sayLevel(options.level);
      winston.level = isBack ? options.level : 'debug';
      isTold = toldNow();
      if (!isBack) sayLevel('debug');
    },
  };
}

/** winston's own transports add a stream. */
const lineTransport = (write: (line: string) => void): Transport =>
  new Transport({
    log: (line: Logform.TransformableInfo, done) => {
      write(String(line[text]));
      done();
    },
  });
