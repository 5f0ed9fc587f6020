import { f01KillWorkers } from './experiments/f01-kill-workers.ts';
import { f02KillWorkersPlain } from './experiments/f02-kill-workers-plain.ts';
import { f03FlushRedis } from './experiments/f03-flush-redis.ts';
import { f04FlushBatches } from './experiments/f04-flush-batches.ts';
import { f05RedisOutage } from './experiments/f05-redis-outage.ts';
import { f06KillBeforeEnqueue } from './experiments/f06-kill-before-enqueue.ts';
import { f07KillBeforeResult } from './experiments/f07-kill-before-result.ts';
import { f08PostgresRestarts } from './experiments/f08-postgres-restarts.ts';
import { f09KafkaOutage } from './experiments/f09-kafka-outage.ts';
import { f10KillNotification } from './experiments/deliveries/f10-kill-notification.ts';
import { f10bKillWhilePosting } from './experiments/deliveries/f10b-kill-while-posting.ts';
import { f11ScaleConsumers } from './experiments/deliveries/f11-scale-consumers.ts';
import { f12SpoiltMessages } from './experiments/deliveries/f12-spoilt-messages.ts';
import { f13RollingRestart } from './experiments/f13-rolling-restart.ts';
import { f14FrozenWorker } from './experiments/f14-frozen-worker.ts';
import { f15RateLimited } from './experiments/f15-rate-limited.ts';
import { f16BrokenAnswers } from './experiments/f16-broken-answers.ts';
import { f17RetryDeadlines } from './experiments/f17-retry-deadlines.ts';
import { f18ClockSkew } from './experiments/f18-clock-skew.ts';
import { f19SlowLinks } from './experiments/f19-slow-links.ts';
import { f20RedisFull } from './experiments/f20-redis-full.ts';
import { f21NeverAnswers } from './experiments/deliveries/f21-never-answers.ts';
import { f22Dripping } from './experiments/deliveries/f22-dripping.ts';
import { f23LyingAnswers } from './experiments/deliveries/f23-lying-answers.ts';
import { f26Listen } from './experiments/deliveries/f26-listen.ts';
import { f24Soak } from './experiments/f24-soak.ts';
import { f25OldBackup } from './experiments/f25-old-backup.ts';

/** Every experiment, by its name on the command line: its number in Quality §2. */
export const experiments = {
  f1: f01KillWorkers,
  f2: f02KillWorkersPlain,
  f3: f03FlushRedis,
  f4: f04FlushBatches,
  f5: f05RedisOutage,
  f6: f06KillBeforeEnqueue,
  f7: f07KillBeforeResult,
  f8: f08PostgresRestarts,
  f9: f09KafkaOutage,
  f10: f10KillNotification,
  f10b: f10bKillWhilePosting,
  f11: f11ScaleConsumers,
  f12: f12SpoiltMessages,
  f13: f13RollingRestart,
  f14: f14FrozenWorker,
  f15: f15RateLimited,
  f16: f16BrokenAnswers,
  f17: f17RetryDeadlines,
  f18: f18ClockSkew,
  f19: f19SlowLinks,
  f20: f20RedisFull,
  f21: f21NeverAnswers,
  f22: f22Dripping,
  f23: f23LyingAnswers,
  f24: f24Soak,
  f25: f25OldBackup,
  f26: f26Listen,
} as const;

export const experimentNames = [
  'f1',
  'f2',
  'f3',
  'f4',
  'f5',
  'f6',
  'f7',
  'f8',
  'f9',
  'f10',
  'f10b',
  'f11',
  'f12',
  'f13',
  'f14',
  'f15',
  'f16',
  'f17',
  'f18',
  'f19',
  'f20',
  'f21',
  'f22',
  'f23',
  'f24',
  'f25',
  'f26',
] as const satisfies (keyof typeof experiments)[];
