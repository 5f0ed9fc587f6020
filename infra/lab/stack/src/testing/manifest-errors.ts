export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
};

type Validate = ((data: unknown) => boolean) & {
  errors?: { instancePath: string; message?: string }[] | null;
};

/** Folders of schemas: Kubernetes's, or the definitions of the operator that reads the kind. */
const schemas: Readonly<Record<string, readonly [folder: string, prefix: string]>> = {
  v1: ['kubernetes-models', 'IoK8sApiCoreV1'],
  'apps/v1': ['kubernetes-models', 'IoK8sApiAppsV1'],
  'autoscaling/v2': ['kubernetes-models', 'IoK8sApiAutoscalingV2'],
  'batch/v1': ['kubernetes-models', 'IoK8sApiBatchV1'],
  'networking.k8s.io/v1': ['kubernetes-models', 'IoK8sApiNetworkingV1'],
  'policy/v1': ['kubernetes-models', 'IoK8sApiPolicyV1'],
  'monitoring.coreos.com/v1': [
    '@kubernetes-models/prometheus-operator',
    'ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1',
  ],
  'keda.sh/v1alpha1': ['@kubernetes-models/keda', 'ComGithubKedacoreKedaV2ApisKedaV1alpha1'],
};

/** Errors by the kind's schema, and fields that it does not know. */
export async function manifestErrors(manifest: Manifest): Promise<string[]> {
  const name = `${manifest.kind} ${manifest.metadata.name}`;
  const [folder, prefix] = schemas[manifest.apiVersion] ?? [manifest.apiVersion, ''];
  // The packages' models would add missing parts.
  const place = new URL(`_schemas/${prefix}${manifest.kind}.js`, import.meta.resolve(folder));
  const { validate } = (await import(place.href)) as { validate: Validate };
  const unread: (() => string[])[] = [];
  validate(watched(manifest, '', unread));
  const refused = (validate.errors ?? []).map(
    (error) => `${name}${error.instancePath}: ${error.message ?? 'wrong'}`,
  );
  return [
    ...refused,
    ...unread.flatMap((unreadIn) => unreadIn()).map((path) => `${name}${path}: unknown field`),
  ];
}

/** Records reads: a compiled schema reads each known field. An object without any read is free-form. */
function watched(value: unknown, path: string, unread: (() => string[])[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const read = new Set<string>();
  unread.push(() =>
    read.size === 0 || Array.isArray(value)
      ? []
      : Object.keys(value)
          .filter((key) => !read.has(key))
          .map((key) => `${path}/${key}`),
  );
  return new Proxy(value, {
    get: (target, key) => {
      if (typeof key === 'string') read.add(key);
      return watched(Reflect.get(target, key), `${path}/${String(key)}`, unread);
    },
  });
}
