export type Planted = { what: string; text: string };

const mask = (text: string, planted: readonly Planted[]): string =>
  planted.reduce((masked, { what, text: secret }) => masked.replaceAll(secret, `‹${what}›`), text);

export type Sight = { place: string; text: string };

/** Spellings of a secret. */
const spellings = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
};

/** Found secrets, with place and surroundings, masked. */
export function findPlanted(planted: readonly Planted[], sights: readonly Sight[]): string[] {
  const wanted = planted.map((one) => ({ ...one, spelt: [...new Set(spellings(one.text))] }));
  const found = new Map<string, { times: number; first: string }>();
  for (const { place, text } of sights) {
    for (const { what, spelt } of wanted) {
      const spelling = spelt.find((one) => text.includes(one));
      if (spelling === undefined) continue;
      const at = text.indexOf(spelling);
      const around = text.slice(Math.max(0, at - 150), at + spelling.length + 50);
      const key = `${what} in ${place}`;
      const { times, first } = found.get(key) ?? { times: 0, first: mask(around, planted) };
      found.set(key, { times: times + 1, first });
    }
  }
  return [...found].map(([key, { times, first }]) => `${key} (${times} times): ${first}`);
}
