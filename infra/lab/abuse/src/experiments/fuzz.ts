import type { Experiment } from '../experiment.ts';
import { foreignIds } from './fuzz/foreign-ids.ts';
import { rawHttp } from './fuzz/raw-http.ts';
import { singleScopes } from './fuzz/single-scopes.ts';
import { attackManagement } from './management.ts';
import { attackWrites } from './requests.ts';

const rawShare = 0.1;

export const fuzz: Experiment = {
  summary: 'A1, A5: both hosts: foreign ids, one scope at a time, raw HTTP, generated requests',
  unit: 'generated requests',
  usualN: 20_000,
  run: async (attack) => {
    const { ground, n, tell } = attack;
    const host = await ground.management();
    const raw = Math.ceil(n * rawShare);
    const half = Math.ceil((n - raw) / 2);
    return [
      ...(await foreignIds(host, tell)),
      ...(await singleScopes(host, tell)),
      ...(await rawHttp(host, { ...attack, n: raw })),
      ...(await attackManagement(host, { ...attack, n: half })),
      ...(await attackWrites({ ...attack, n: half })),
    ];
  },
};
