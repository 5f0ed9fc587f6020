import { createAppLogger, newId } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { redisValues, type SharedValues } from '../states/shared/redis-values.ts';

const answerLimitMs = 60_000;
const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

/** Waits for connection and answers, which may be slow on a busy machine. */
export async function connectedValues(redis: { url: string; prefix?: string }): Promise<SharedValues> {
  const { url: redisUrl, ...more } = redis;
  const values = redisValues({ redisUrl, logger, answerLimitMs, ...more });
  const nothing = { known: '', atMs: 0, version: '', content: '' };
  await eventually(() =>
    values.change(newId(), nothing).then(
      () => true,
      () => false,
    ),
  );
  return values;
}
