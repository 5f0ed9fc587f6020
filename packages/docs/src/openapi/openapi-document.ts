export type Content = Readonly<
  Record<string, { schema: unknown; examples: Readonly<Record<string, unknown>> }>
>;

export type Referable<T> = T | { $ref: string };

export type ResponseObject = {
  description: string;
  headers: Readonly<Record<string, unknown>>;
  content?: Content;
};

export type OperationObject = {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters: readonly unknown[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, Referable<ResponseObject>>>;
};

/** The used part of an OpenAPI 3.1 document. */
export type OpenApiDocument = {
  openapi: string;
  info: Readonly<Record<string, unknown>>;
  servers: readonly { url: string; description: string }[];
  tags: readonly { name: string; description?: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: {
    schemas: Readonly<Record<string, unknown>>;
    parameters: Readonly<Record<string, unknown>>;
    headers: Readonly<Record<string, unknown>>;
    responses: Readonly<Record<string, ResponseObject>>;
    securitySchemes: Readonly<Record<string, unknown>>;
  };
};
