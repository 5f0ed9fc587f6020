export type PublishTask = {
  brokers: readonly string[];
  projectId: string;
  count: number;
  perSecond?: number;
};
