/** Series of one value a minute in promtool's notation, and the minute to check. */
export type RuleCase = { series: Readonly<Record<string, string>>; at: number };

/** For each alert a case that fires it, and a similar one that does not. */
export const ruleCases: Readonly<Record<string, { fires: RuleCase; silent: RuleCase }>> = {
  WritWritesLate: {
    fires: { at: 9, series: { 'writ_lane_oldest_due_seconds{kind="provider"}': '0+30x10' } },
    silent: {
      at: 9,
      series: {
        'writ_lane_oldest_due_seconds{kind="provider"}': '90x4 0 90x4',
        'writ_lane_oldest_due_seconds{kind="destination"}': '90x10',
      },
    },
  },
  WritDeliveriesLate: {
    fires: { at: 9, series: { 'writ_lane_oldest_due_seconds{kind="destination"}': '0+30x10' } },
    silent: {
      at: 9,
      series: {
        'writ_lane_oldest_due_seconds{kind="destination"}': '60x10',
        'writ_lane_oldest_due_seconds{kind="provider"}': '90x10',
      },
    },
  },
  WritRequestsFailing: {
    fires: {
      at: 11,
      series: {
        'writ_http_request_duration_seconds_count{service="write-gateway",status="200"}': '0+98x12',
        'writ_http_request_duration_seconds_count{service="write-gateway",status="503"}': '0+2x12',
      },
    },
    silent: {
      at: 11,
      series: {
        'writ_http_request_duration_seconds_count{service="write-gateway",status="200"}': '0+200x12',
        'writ_http_request_duration_seconds_count{service="write-gateway",status="429"}': '0+99x12',
        'writ_http_request_duration_seconds_count{service="write-gateway",route="/readyz",status="503"}':
          '0+99x12',
        'writ_http_request_duration_seconds_count{service="write-gateway",status="503"}': '0+1x12',
      },
    },
  },
  WritAcceptSlow: {
    fires: {
      at: 11,
      series: {
        'writ_group_commit_seconds_bucket{le="0.5"}': '0+97x12',
        'writ_group_commit_seconds_bucket{le="1"}': '0+100x12',
        'writ_group_commit_seconds_bucket{le="+Inf"}': '0+100x12',
      },
    },
    silent: {
      at: 11,
      series: {
        'writ_group_commit_seconds_bucket{le="0.5"}': '0+100x12',
        'writ_group_commit_seconds_bucket{le="1"}': '0+100x12',
        'writ_group_commit_seconds_bucket{le="+Inf"}': '0+100x12',
      },
    },
  },
  WritOperationsFailing: {
    fires: {
      at: 22,
      series: {
        'writ_operations_ended_total{provider="hubspot",outcome="success"}': '0+90x25',
        'writ_operations_ended_total{provider="hubspot",outcome="failure",fault="unavailable"}': '0+10x25',
      },
    },
    silent: {
      at: 22,
      series: {
        'writ_operations_ended_total{provider="hubspot",outcome="success"}': '0+90x25',
        'writ_operations_ended_total{provider="hubspot",outcome="failure",fault="invalid"}': '0+50x25',
      },
    },
  },
  WritDeliveriesFailing: {
    fires: {
      at: 28,
      series: {
        'writ_delivery_attempts_total{outcome="delivered"}': '0+60x30',
        'writ_delivery_attempts_total{outcome="failed"}': '0+40x30',
      },
    },
    silent: {
      at: 28,
      series: {
        'writ_delivery_attempts_total{outcome="delivered"}': '0+80x30',
        'writ_delivery_attempts_total{outcome="failed"}': '0+20x30',
      },
    },
  },
  WritEventsNotPublished: {
    fires: { at: 5, series: { writ_outbox_oldest_seconds: '0+60x6' } },
    silent: { at: 4, series: { writ_outbox_oldest_seconds: '0 61 61 0 61' } },
  },
  WritEventsNotTakenIn: {
    fires: { at: 6, series: { writ_intake_oldest_seconds: '60x8' } },
    silent: { at: 6, series: { writ_intake_oldest_seconds: '40x8' } },
  },
  WritProcessDown: {
    fires: { at: 4, series: { 'up{job="writ",instance="a"}': '1 0 0 0 0' } },
    silent: {
      at: 4,
      series: { 'up{job="writ",instance="a"}': '1 0 0 1 0', 'up{job="other",instance="b"}': '0x5' },
    },
  },
  WritNotMeasured: {
    fires: { at: 6, series: { writ_outbox_oldest_seconds: '0x9' } },
    silent: {
      at: 6,
      series: {
        writ_outbox_oldest_seconds: '0x9',
        'writ_lane_oldest_due_seconds{kind="provider"}': '0x9',
        'writ_findings{code="redis-away"}': '0x9',
        writ_destinations_disabled: '0x9',
      },
    },
  },
  WritPostgresAway: {
    fires: {
      at: 3,
      series: {
        'writ_dependency_up{dependency="postgres",instance="a"}': '1 0 0 0',
        'writ_dependency_up{dependency="postgres",instance="b"}': '1x4',
      },
    },
    silent: {
      at: 3,
      series: {
        'writ_dependency_up{dependency="postgres",instance="a"}': '1 0 1 0',
        'writ_dependency_up{dependency="redis",instance="a"}': '0x4',
      },
    },
  },
  WritRedisAway: {
    fires: { at: 3, series: { 'writ_findings{code="redis-away"}': '0 1 1 1' } },
    silent: {
      at: 3,
      series: { 'writ_findings{code="redis-away"}': '0 1 0 1', 'writ_findings{code="redis-no-aof"}': '1x4' },
    },
  },
  WritWakeUpsLost: {
    fires: { at: 10, series: { 'writ_lanes_swept_total{kind="provider"}': '0+3x10' } },
    silent: {
      at: 10,
      series: {
        'writ_lanes_swept_total{kind="provider"}': '0+0.4x10',
        writ_lane_wakes_failed_total: '0+0.4x10',
      },
    },
  },
  WritProviderAway: {
    fires: {
      at: 11,
      series: { 'writ_provider_accounts_away{provider="hubspot"}': '1 0 1 0 1 0 1 0 1 0 1 0' },
    },
    silent: { at: 11, series: { 'writ_provider_accounts_away{provider="hubspot"}': '1 1 1 0x10' } },
  },
  WritDailyQuotaLow: {
    fires: {
      at: 8,
      series: {
        'writ_provider_quota_left_ratio_bucket{provider="salesforce",quota="day",le="0.25"}': '0x5 1x5',
      },
    },
    silent: {
      at: 8,
      series: {
        'writ_provider_quota_left_ratio_bucket{provider="salesforce",quota="day",le="0.5"}': '0+1x10',
        'writ_provider_quota_left_ratio_bucket{provider="hubspot",quota="window",le="0.25"}': '0+1x10',
      },
    },
  },
  WritConnectionsDead: {
    fires: { at: 40, series: { writ_connections_dead: '2x30 3x30' } },
    silent: { at: 40, series: { writ_connections_dead: '3x30 2x30' } },
  },
  WritDestinationsDisabled: {
    fires: { at: 40, series: { writ_destinations_disabled: '0x30 1x30' } },
    silent: { at: 40, series: { writ_destinations_disabled: '1x60' } },
  },
  WritDeadLetters: {
    fires: { at: 8, series: { 'writ_ingested_messages_total{outcome="dead-letter"}': '0x5 1x5' } },
    silent: {
      at: 8,
      series: {
        'writ_ingested_messages_total{outcome="dead-letter"}': '4x10',
        'writ_ingested_messages_total{outcome="stored"}': '0+9x10',
      },
    },
  },
  WritBacklogNearLimit: {
    fires: { at: 6, series: { writ_backlog_share: '0.9x8' } },
    silent: { at: 6, series: { writ_backlog_share: '0.8x8' } },
  },
  WritRetentionBehind: {
    fires: { at: 35, series: { 'writ_retention_behind_seconds{what="event"}': '21660x40' } },
    silent: {
      at: 35,
      series: {
        'writ_retention_behind_seconds{what="event",instance="led-before"}': '90000x40',
        'writ_retention_behind_seconds{what="event",instance="leads"}': '60x40',
      },
    },
  },
  WritFinding: {
    fires: { at: 6, series: { 'writ_findings{code="clock-off",level="warning"}': '1x8' } },
    silent: {
      at: 6,
      series: {
        'writ_findings{code="lanes-paused",level="info"}': '1x8',
        'writ_findings{code="redis-away",level="error"}': '1x8',
      },
    },
  },
};
