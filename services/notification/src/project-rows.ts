type Times = { createTime: Date; updateTime: Date | null };

export const timesOf = ({ createTime, updateTime }: Times) => ({
  createTime: createTime.toISOString(),
  ...(updateTime && { updateTime: updateTime.toISOString() }),
});

export const toAnswer = <Row extends Times>({ createTime, updateTime, ...row }: Row) => ({
  ...row,
  ...timesOf({ createTime, updateTime }),
});
