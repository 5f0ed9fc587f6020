import { isId } from '@writ/db';

/** Condition: the row of a project with this id; there is none where the text is no id. */
export const ofProject = (projectId: string, id: string) => ({ projectId, id: { in: [id].filter(isId) } });

type Times = { createTime: Date; updateTime: Date | null };

/** When a row was made and last changed, as it is answered. */
export const timesOf = ({ createTime, updateTime }: Times) => ({
  createTime: createTime.toISOString(),
  ...(updateTime && { updateTime: updateTime.toISOString() }),
});

/** A row as it is answered. */
export const toAnswer = <Row extends Times>({ createTime, updateTime, ...row }: Row) => ({
  ...row,
  ...timesOf({ createTime, updateTime }),
});
