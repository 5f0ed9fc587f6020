import type { UnitCosts } from './model.ts';

type MeasuredCosts = { day: string; machine: string; costs: UnitCosts };

/** From `npm run bench -- capacity`: 1 kB creates, durable Postgres, a CRM that answers immediately. */
export const measured: MeasuredCosts = {
  day: '2026-11-30',
  machine: 'two AMD EPYC cores, Linux 6.18, Node 24.21, others busy (55 % of the cores)',
  costs: {
    asynchronous: {
      cpuMs: {
        'write-gateway': 0.346,
        'write-worker': 0.233,
        notification: 0.125,
        operations: 0.013,
        Postgres: 0.409,
        Redis: 0.007,
        Kafka: 0.112,
      },
      rows: 8.92,
      commits: 0.25,
      walBytes: 6590,
      restBytes: 3670,
    },
    batched: {
      cpuMs: {
        'write-gateway': 0.033,
        'write-worker': 0.061,
        notification: 0.022,
        operations: 0.004,
        Postgres: 0.084,
        Redis: 0.002,
        Kafka: 0.015,
      },
      rows: 2.76,
      commits: 0.041,
      walBytes: 3020,
      restBytes: 1490,
    },
    synchronous: {
      cpuMs: {
        'write-gateway': 0.608,
        'write-worker': 0.028,
        notification: 0.044,
        operations: 0.024,
        Postgres: 0.504,
        Redis: 0.008,
        Kafka: 0.08,
      },
      rows: 7.15,
      commits: 0.211,
      walBytes: 3590,
      restBytes: 2290,
    },
    call: {
      cpuMs: {
        'write-worker': 0.163,
        notification: 0.031,
        operations: 0.015,
        Postgres: 0.063,
        Redis: 0.005,
        Kafka: 0.036,
      },
      rows: 0,
      commits: 0.0847,
      walBytes: 0,
      restBytes: 0,
    },
    delivery: {
      cpuMs: { notification: 0.188, operations: 0.001, Postgres: 0.115, Redis: 0.002 },
      rows: 3.14,
      commits: 0.0842,
      walBytes: 1120,
      restBytes: 343,
    },
  },
};
