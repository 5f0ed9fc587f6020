const builders = "The builder's own, not a customer's.";
const words = 'Words, ids and hashes of ours.';
const wholeRow = 'The row goes as a whole with the columns that are planted.';

/** Columns or tables without planted values, and why. Plant new columns or list them here. */
export const unplanted: Readonly<Record<string, string>> = {
  api_key: builders,
  console_code: builders,
  destination: builders,
  integration: builders,
  jwt_key: builders,
  notification_event_topic_route: builders,
  project: builders,
  project_key: builders,
  provider_app: builders,
  revision: builders,
  session: builders,
  topic: builders,
  erased_group: words,
  grant_revocation: 'From the deletion of a connection on, for two minutes at most.',
  leader_lease: words,
  operation_count: 'Sums over all customers.',
  operation_feed: words,
  operation_task: 'Of the previous release.',
  process_report: words,
  connection: wholeRow,
  dead_letter: wholeRow,
  delivery: wholeRow,
  delivery_attempt: wholeRow,
  event: wholeRow,
  idempotency_key: wholeRow,
  installation: wholeRow,
  lane: wholeRow,
  oauth_connect: wholeRow,
  operation: wholeRow,
  operation_attempt: wholeRow,
  operation_log: wholeRow,
  operation_record: wholeRow,
  outbox: 'Published within milliseconds; a test of its own holds it.',
  token_refresh: 'Goes with its connection.',
  'audit_entry.action': words,
  'audit_entry.actor_group_ref': 'Replaced as the values are; needs a token of the group.',
  'audit_entry.actor_id': words,
  'audit_entry.actor_kind': words,
  'audit_entry.request_id': 'Given by the builder, and kept with who made the change.',
  'audit_entry.resource': words,
  'audit_entry.resource_id': words,
  'task.action': words,
  'task.by': 'Replaced as the filter is; needs a token of the group.',
  'task.left_out': words,
  'task.request_id': 'Given by the builder, and kept for 7 days.',
  'task.state': words,
  'task_chunk.content': 'Planted by the export, which follows.',
};

/** By column or table. */
export const isListed = (list: Readonly<Record<string, string>>, column: string): boolean =>
  [column, String(column.split('.')[0])].some((name) => Object.hasOwn(list, name));

/** Planted columns or tables that archives lack, and why. */
export const unshown: Readonly<Record<string, string>> = {
  audit_entry: 'Shows what the builder did.',
  dead_letter: 'No event of the product; the erasure removes it.',
  'lane.name': 'Provider and account, which its connection has.',
};

/** Tables without rows of the planted project, and why. */
export const unplantedOfProject: Readonly<Record<string, string>> = {
  erased_group: 'Of a group that was erased before.',
  grant_revocation: 'From the deletion of a connection on.',
  operation_feed: 'Followed within a second.',
  operation_order_key: 'Of unfinished updates and upserts.',
  operation_retention: 'Made by a round of retention.',
  operation_task: 'Of the previous release.',
  outbox: 'Published within milliseconds.',
};
