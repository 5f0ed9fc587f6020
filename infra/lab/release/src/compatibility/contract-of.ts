type Json = Readonly<Record<string, unknown>>;

/** The check reads paths and components. */
export type Contract = {
  info?: unknown;
  paths: Readonly<Record<string, Json>>;
  components?: Json;
};

/** Callers do not depend on these. */
const annotations = ['description', 'title', 'summary', 'example', 'examples', 'deprecated', 'tags', '$id'];
/** We name their members, such as a property `description`. */
const naming = ['properties', 'schemas', 'headers', 'responses', 'paths', 'content', 'securitySchemes'];

/** The part that callers depend on, with its release. */
export const contractOf = ({ info, paths, components }: Contract): Contract => ({
  info: { 'x-release': (info as Json | undefined)?.['x-release'] },
  paths: bare(paths, true) as Contract['paths'],
  components: Object.fromEntries(
    Object.entries(components ?? {}).map(([name, parts]) => [name, bare(parts, true)]),
  ),
});

function bare(value: unknown, isNaming = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bare(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNaming || !annotations.includes(key))
      // Enum values may be objects.
      .map(([key, part]) => [key, key === 'enum' ? part : bare(part, !isNaming && naming.includes(key))]),
  );
}
