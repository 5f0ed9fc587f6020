import type { Experiment } from './experiment.ts';
import { bodies } from './experiments/bodies.ts';
import { credentials } from './experiments/credentials.ts';
import { fuzz } from './experiments/fuzz.ts';
import { headers } from './experiments/headers.ts';
import { limits } from './experiments/limit.ts';
import { loop } from './experiments/loop.ts';
import { race } from './experiments/race.ts';
import { addresses } from './experiments/whole/addresses.ts';
import { rotation } from './experiments/whole/rotation.ts';
import { secrets } from './experiments/whole/secrets.ts';

export const experiments = {
  bodies,
  loop,
  headers,
  race,
  credentials,
  fuzz,
  limit: limits,
  secrets,
  rotation,
  addresses,
} satisfies Record<string, Experiment>;

export type ExperimentName = keyof typeof experiments;
