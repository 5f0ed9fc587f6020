type Times = { createTime: string; updateTime?: string };

/** When something was made and last changed, as answers tell it. */
export function timesOf(times: { createTime: Date; updateTime: Date | null }): Times {
  return {
    createTime: times.createTime.toISOString(),
    ...(times.updateTime && { updateTime: times.updateTime.toISOString() }),
  };
}
