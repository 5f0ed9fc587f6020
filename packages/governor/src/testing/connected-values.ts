import { createAppLogger, newId } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { redisValues, type SharedValues } from '../states/shared/redis-values.ts';

const answerLimitMs = 60_000;
const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

/**
 * Values in Redis whose connection is open, and whose answers are waited for: on a busy machine both may take longer than a
 * process waits.
 */
export async function connectedValues(redis: { url: string; prefix?: string }): Promise<SharedValues> {
  const { url: redisUrl, ...more } = redis;
  const values = redisValues({ redisUrl, logger, answerLimitMs, ...more });
  const nothing = { known: '', atMs: 0, version: '', content: '', firstInLine: false };
  await eventually(() =>
    values.change(newId(), nothing).then(
      () => true,
      () => false,
    ),
  );
  return values;
}
