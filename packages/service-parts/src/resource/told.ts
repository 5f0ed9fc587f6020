type Absent = null | undefined;
type Text<Value> = Value extends Date ? string : Value;

/** Times as texts, without members that are null. */
export type Told<Row> = {
  [Name in keyof Row as Extract<Row[Name], Absent> extends never ? Name : never]: Text<Row[Name]>;
} & {
  [Name in keyof Row as Extract<Row[Name], Absent> extends never ? never : Name]?: Text<
    Exclude<Row[Name], Absent>
  >;
};

export const told = <Row extends object>(row: Row): Told<Row> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Told<Row>;

/** The same, with only the members of the answer's schema. */
export const toldBy = <Row extends object, Properties extends object>(
  { properties }: { properties: Properties },
  row: Row,
): Told<Pick<Row, keyof Row & keyof Properties>> =>
  told(
    Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(properties, name))) as Pick<
      Row,
      keyof Row & keyof Properties
    >,
  );
