import { isId } from '@writ/db';

/** Where: the row of a project with this id; none for a text that is no id. */
export const ofProject = (projectId: string, id: string) => ({ projectId, id: { in: [id].filter(isId) } });

type Times = { createTime: Date; updateTime: Date | null };

export const timesOf = ({ createTime, updateTime }: Times) => ({
  createTime: createTime.toISOString(),
  ...(updateTime && { updateTime: updateTime.toISOString() }),
});

export const toAnswer = <Row extends Times>({ createTime, updateTime, ...row }: Row) => ({
  ...row,
  ...timesOf({ createTime, updateTime }),
});
