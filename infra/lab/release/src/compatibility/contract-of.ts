type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI document, of which the check reads paths and components. */
export type Contract = {
  info?: unknown;
  paths: Readonly<Record<string, Json>>;
  components?: Json;
};

/** For readers; callers do not depend on them. */
const annotations = ['description', 'title', 'summary', 'example', 'examples', 'deprecated', 'tags', '$id'];
/** Their members have names of ours, such as a property `description`. */
const naming = ['properties', 'schemas', 'headers', 'responses', 'paths', 'content', 'securitySchemes'];

/** The part of a document that callers depend on, with the release that published it. */
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
      // The values of an enum may be objects.
      .map(([key, part]) => [key, key === 'enum' ? part : bare(part, !isNaming && naming.includes(key))]),
  );
}
