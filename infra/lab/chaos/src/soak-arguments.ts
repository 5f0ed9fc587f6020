const seconds: Readonly<Record<string, number>> = { '--hours': 3_600, '--minutes': 60 };

/** The experiment F24 with its length in hours or minutes; whatever else is given goes to it as it is. */
export function soakArguments(given: readonly string[]): string[] {
  const [option = '', value = '', ...others] = given;
  const unit = seconds[option];
  if (unit === undefined) return ['f24', ...given];
  const length = Number(value) * unit;
  return ['f24', '--n', Number.isFinite(length) ? String(Math.round(length)) : value, ...others];
}
