const seconds: Readonly<Record<string, number>> = { '--hours': 3_600, '--minutes': 60 };

/** F24 with its length in hours or minutes; other arguments pass unchanged. */
export function soakArguments(given: readonly string[]): string[] {
  const [option = '', value = '', ...others] = given;
  const unit = seconds[option];
  if (unit === undefined) return ['f24', ...given];
  const length = Number(value) * unit;
  return ['f24', '--n', Number.isFinite(length) ? String(Math.round(length)) : value, ...others];
}
