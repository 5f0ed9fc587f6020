/** The used part of docker-compose.yml. */
export type Compose = { services: Readonly<Record<string, { image?: string; build?: Build }>> };
type Build = { context: string; dockerfile: string; args: Readonly<Record<string, string>> };

/** For the workflow's matrix; lists are texts with one line per entry. */
export type Image = { name: string; context: string; file: string; buildArgs: string; tags: string };

/**
 * The images that docker-compose.yml builds.
 * @param prefix of their names, as `WRIT_IMAGES`
 */
export function imagesOf({ services }: Compose, prefix: string, version: string): Image[] {
  const [major = '', minor = ''] = version.split('.');
  return Object.values(services).flatMap(({ image = '', build }) => {
    if (build === undefined) return [];
    const name = /^\$\{WRIT_IMAGES:-writ\}-([a-z-]+):/.exec(image)?.[1];
    if (name === undefined)
      throw new Error(`"${image}" in docker-compose.yml does not begin as WRIT_IMAGES says.`);
    const full = `${prefix.toLowerCase()}-${name}`;
    return [
      {
        name: full,
        context: build.context,
        file: build.dockerfile,
        buildArgs: Object.entries(build.args)
          .map(([variable, value]) => `${variable}=${value}`)
          .join('\n'),
        tags: `${full}:${version}\n${full}:${major}.${minor}`,
      },
    ];
  });
}
