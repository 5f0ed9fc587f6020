import { panel, type Dashboard } from './dashboard.ts';

const rate = (selector: string, labels: string): string =>
  `sum by (${labels}) (rate(${selector}[$__rate_interval]))`;
const total = (selector: string): string => `sum(rate(${selector}[$__rate_interval]))`;
const quantile = (share: number, histogram: string, labels = ''): string =>
  `histogram_quantile(${share}, sum by (le${labels && `, ${labels}`}) (rate(${histogram}_bucket[$__rate_interval])))`;
const average = (histogram: string): string =>
  `${total(`${histogram}_sum`)} / ${total(`${histogram}_count`)}`;

const requests = 'writ_http_request_duration_seconds';
const quota = 'writ_provider_quota_left_ratio';

const overview: Dashboard = {
  name: 'overview',
  title: 'overview',
  rows: [
    [
      'Requests',
      panel('Requests', 'perSecond', [rate(`${requests}_count`, 'service'), '{{service}}']),
      panel('Answered with 5xx', 'share', [
        `${rate(`${requests}_count{status=~"5..",route!~"/readyz.*"}`, 'service')} / ${rate(`${requests}_count`, 'service')}`,
        '{{service}}',
      ]),
      panel('p99 of answers', 'seconds', [quantile(0.99, requests, 'service'), '{{service}}']),
    ],
    [
      'Writes',
      panel(
        'Operations',
        'perSecond',
        [total('writ_group_commit_writes_sum'), 'accepted asynchronously'],
        [rate('writ_operations_ended_total', 'outcome'), '{{outcome}}'],
      ),
      panel(
        'Acceptance to written',
        'seconds',
        [quantile(0.5, 'writ_operation_written_seconds'), 'p50'],
        [quantile(0.95, 'writ_operation_written_seconds'), 'p95'],
      ),
      panel('Failures by kind', 'perSecond', [
        rate('writ_operations_ended_total{outcome="failure"}', 'provider, fault'),
        '{{provider}} {{fault}}',
      ]),
    ],
    [
      'Lateness',
      panel('Oldest due work', 'seconds', ['max by (kind) (writ_lane_oldest_due_seconds)', '{{kind}}']),
      panel(
        'Oldest event',
        'seconds',
        ['max(writ_outbox_oldest_seconds)', 'outbox'],
        ['max(writ_intake_oldest_seconds)', 'Kafka'],
        ['max(writ_operation_feed_oldest_seconds)', 'search'],
      ),
      panel('Findings', 'count', ['max by (code, level) (writ_findings) > 0', '{{level}}: {{code}}']),
    ],
  ],
};

const providerAccounts: Dashboard = {
  name: 'provider-accounts',
  title: 'provider accounts',
  rows: [
    [
      'Calls',
      panel('Calls', 'perSecond', [
        rate('writ_provider_calls_total', 'provider, outcome'),
        '{{provider}} {{outcome}}',
      ]),
      panel('Records', 'perSecond', [
        rate('writ_records_ended_total', 'provider, outcome'),
        '{{provider}} {{outcome}}',
      ]),
      panel('Records per call', 'count', [
        `${rate('writ_records_ended_total', 'provider')} / ${rate('writ_provider_calls_total', 'provider')}`,
        '{{provider}}',
      ]),
    ],
    [
      'Quota',
      panel('Answers with less than a quarter of the quota left', 'share', [
        `${rate(`${quota}_bucket{le="0.25"}`, 'provider, quota')} / ${rate(`${quota}_count`, 'provider, quota')}`,
        '{{provider}}: {{quota}}',
      ]),
      panel('p99 of the wait for a permit', 'seconds', [
        quantile(0.99, 'writ_provider_permit_wait_seconds', 'provider'),
        '{{provider}}',
      ]),
      panel('Permits denied', 'perSecond', [
        rate('writ_provider_permits_denied_total', 'provider, reason'),
        '{{provider}}: {{reason}}',
      ]),
    ],
    [
      'Accounts',
      panel('Accounts away', 'count', ['max by (provider) (writ_provider_accounts_away)', '{{provider}}']),
      panel('Breaker', 'perSecond', [
        rate('writ_provider_breaker_turns_total', 'provider, turn'),
        '{{provider}} {{turn}}',
      ]),
      panel('Connections that stopped working', 'count', ['max(writ_connections_dead)', 'connections']),
    ],
  ],
};

const deliveries: Dashboard = {
  name: 'deliveries',
  title: 'deliveries',
  rows: [
    [
      'Deliveries',
      panel('Attempts', 'perSecond', [rate('writ_delivery_attempts_total', 'outcome'), '{{outcome}}']),
      panel('Failed attempts', 'share', [
        `${total('writ_delivery_attempts_total{outcome="failed"}')} / ${total('writ_delivery_attempts_total')}`,
        'failed',
      ]),
      panel('Oldest due delivery', 'seconds', [
        'max(writ_lane_oldest_due_seconds{kind="destination"})',
        'age',
      ]),
    ],
    [
      'Events',
      panel('Events taken in', 'perSecond', [rate('writ_ingested_messages_total', 'outcome'), '{{outcome}}']),
      panel('Oldest event on Kafka', 'seconds', ['max(writ_intake_oldest_seconds)', 'age']),
      panel('Dead letters', 'count', ['max(writ_dead_letters)', 'not replayed']),
    ],
    [
      'Destinations',
      panel('Destinations with due deliveries', 'count', [
        'max(writ_lanes_due{kind="destination"})',
        'destinations',
      ]),
      panel('Disabled destinations', 'count', ['max(writ_destinations_disabled)', 'destinations']),
      panel('Settled', 'perSecond', [
        total('writ_lane_units_settled_total{kind="destination"}'),
        'deliveries',
      ]),
    ],
  ],
};

const stores: Dashboard = {
  name: 'stores',
  title: 'stores',
  rows: [
    [
      'Postgres',
      panel(
        'Commits of accepted writes',
        'seconds',
        [quantile(0.5, 'writ_group_commit_seconds'), 'p50'],
        [quantile(0.99, 'writ_group_commit_seconds'), 'p99'],
      ),
      panel('Writes per commit', 'count', [average('writ_group_commit_writes'), 'writes']),
      panel('Connections', 'count', [
        'sum by (service, state) (writ_database_pool)',
        '{{service}}: {{state}}',
      ]),
    ],
    [
      'Redis',
      panel('Wake-ups not taken', 'perSecond', [
        rate('writ_lane_wakes_failed_total', 'service'),
        '{{service}}',
      ]),
      panel('Lanes swept', 'perSecond', [rate('writ_lanes_swept_total', 'kind'), '{{kind}}']),
      panel('Permits decided alone', 'perSecond', [
        rate('writ_governor_alone_total', 'service'),
        '{{service}}',
      ]),
    ],
    [
      'Kafka and size',
      panel('Oldest event in the outbox', 'seconds', ['max(writ_outbox_oldest_seconds)', 'age']),
      panel('Largest share of the allowed backlog', 'share', ['max(writ_backlog_share)', 'share']),
      panel('Rows kept too long', 'seconds', ['min by (what) (writ_retention_behind_seconds)', '{{what}}']),
      panel('Rows removed', 'perSecond', [rate('writ_retention_removed_total', 'what'), '{{what}}']),
    ],
  ],
};

const ofProcess = '{{service}} {{instance}}';
const processes: Dashboard = {
  name: 'processes',
  title: 'processes',
  rows: [
    [
      'Processor',
      panel('Cores', 'count', [rate('writ_process_cpu_seconds_total', 'service, instance'), ofProcess]),
      panel('p99 of the lag of the event loop', 'seconds', [
        'writ_nodejs_eventloop_lag_p99_seconds',
        ofProcess,
      ]),
      panel('Garbage collection', 'share', [
        rate('writ_nodejs_gc_duration_seconds_sum', 'service, instance'),
        ofProcess,
      ]),
    ],
    [
      'Memory',
      panel('Resident', 'bytes', ['writ_process_resident_memory_bytes', ofProcess]),
      panel('Heap', 'bytes', ['writ_nodejs_heap_size_used_bytes', ofProcess]),
      panel('Buffers outside the heap', 'bytes', ['writ_nodejs_external_memory_bytes', ofProcess]),
    ],
    [
      'Life',
      panel('Age', 'seconds', ['time() - writ_process_start_time_seconds', ofProcess]),
      panel('Open files and sockets', 'count', ['writ_process_open_fds', ofProcess]),
      panel('Read by Prometheus', 'count', ['sum(up{job="writ"})', 'up'], ['count(up{job="writ"})', 'all']),
    ],
  ],
};

export const dashboards: readonly Dashboard[] = [overview, providerAccounts, deliveries, stores, processes];
