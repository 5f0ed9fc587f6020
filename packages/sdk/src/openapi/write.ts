/* eslint-disable */
// Made of the OpenAPI documents: npm run openapi:write

export type components = {
    schemas: {
        InputValidationProblem: {
            /** @description URI of the kind of problem; it resolves to its page of the error catalogue. */
            type: string;
            /** @description Link to documentation a person can read. */
            href?: string;
            /** @description Short summary of the kind of problem. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description URI of this occurrence. */
            instance: string;
            /** @description The part that produced the problem. */
            subsystem?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /** @description Identifies the request in Writ's logs. */
            requestId: string;
            /** @description Trace of the request (W3C Trace Context), if it has one. */
            traceId?: string;
            /** @description Root causes, in no particular order. */
            causes?: string[];
            /** @description What to do about it. */
            remedy?: string;
            /** @description Where to ask for help by mail. */
            supportEmail?: string;
            /** @description Where to ask for help by telephone. */
            supportPhone?: string;
            /** @description Where to ask for help on the web. */
            supportUrl?: string;
            /** @description Whether the same request can succeed later. */
            retryable: boolean;
            /**
             * Format: date-time
             * @description Earliest time for a retry.
             */
            retryAfter?: string;
            /** @description Further facts, by kind of problem. */
            context?: {
                [key: string]: unknown;
            };
            /** @description One entry for each error of the input. */
            issues: {
                /** @description URI of the kind of problem; it resolves to its page of the error catalogue. */
                type?: string;
                /** @description Link to documentation a person can read. */
                href?: string;
                /** @description Short summary of the kind of problem. */
                title?: string;
                /** @description The HTTP status. */
                status?: number;
                /** @description What went wrong this time. */
                detail: string;
                /** @description URI of this occurrence. */
                instance?: string;
                /** @description The part that produced the problem. */
                subsystem?: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                time?: string;
                /** @description Identifies the request in Writ's logs. */
                requestId?: string;
                /** @description Trace of the request (W3C Trace Context), if it has one. */
                traceId?: string;
                /** @description Root causes, in no particular order. */
                causes?: string[];
                /** @description What to do about it. */
                remedy?: string;
                /** @description Where to ask for help by mail. */
                supportEmail?: string;
                /** @description Where to ask for help by telephone. */
                supportPhone?: string;
                /** @description Where to ask for help on the web. */
                supportUrl?: string;
                /** @description Whether the same request can succeed later. */
                retryable?: boolean;
                /**
                 * Format: date-time
                 * @description Earliest time for a retry.
                 */
                retryAfter?: string;
                /** @description Further facts, by kind of problem. */
                context?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Place of the input.
                 * @enum {string}
                 */
                in: "body" | "header" | "path" | "query";
                /** @description JSON Pointer of a body field, or name of a header or parameter. */
                name: string;
                /** @description The erroneous input, cut at 1 kB. */
                value?: unknown;
            }[];
        };
        Problem: {
            /** @description URI of the kind of problem; it resolves to its page of the error catalogue. */
            type: string;
            /** @description Link to documentation a person can read. */
            href?: string;
            /** @description Short summary of the kind of problem. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description URI of this occurrence. */
            instance: string;
            /** @description The part that produced the problem. */
            subsystem?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /** @description Identifies the request in Writ's logs. */
            requestId: string;
            /** @description Trace of the request (W3C Trace Context), if it has one. */
            traceId?: string;
            /** @description Root causes, in no particular order. */
            causes?: string[];
            /** @description What to do about it. */
            remedy?: string;
            /** @description Where to ask for help by mail. */
            supportEmail?: string;
            /** @description Where to ask for help by telephone. */
            supportPhone?: string;
            /** @description Where to ask for help on the web. */
            supportUrl?: string;
            /** @description Whether the same request can succeed later. */
            retryable: boolean;
            /**
             * Format: date-time
             * @description Earliest time for a retry.
             */
            retryAfter?: string;
            /** @description Further facts, by kind of problem. */
            context?: {
                [key: string]: unknown;
            };
        };
        /** @description A problem. `issues` lists any errors of the input. */
        ProblemWithIssues: {
            /** @description URI of the kind of problem; it resolves to its page of the error catalogue. */
            type: string;
            /** @description Link to documentation a person can read. */
            href?: string;
            /** @description Short summary of the kind of problem. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description URI of this occurrence. */
            instance: string;
            /** @description The part that produced the problem. */
            subsystem?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /** @description Identifies the request in Writ's logs. */
            requestId: string;
            /** @description Trace of the request (W3C Trace Context), if it has one. */
            traceId?: string;
            /** @description Root causes, in no particular order. */
            causes?: string[];
            /** @description What to do about it. */
            remedy?: string;
            /** @description Where to ask for help by mail. */
            supportEmail?: string;
            /** @description Where to ask for help by telephone. */
            supportPhone?: string;
            /** @description Where to ask for help on the web. */
            supportUrl?: string;
            /** @description Whether the same request can succeed later. */
            retryable: boolean;
            /**
             * Format: date-time
             * @description Earliest time for a retry.
             */
            retryAfter?: string;
            /** @description Further facts, by kind of problem. */
            context?: {
                [key: string]: unknown;
            };
            /** @description One entry for each error of the input. */
            issues?: {
                /** @description URI of the kind of problem; it resolves to its page of the error catalogue. */
                type?: string;
                /** @description Link to documentation a person can read. */
                href?: string;
                /** @description Short summary of the kind of problem. */
                title?: string;
                /** @description The HTTP status. */
                status?: number;
                /** @description What went wrong this time. */
                detail: string;
                /** @description URI of this occurrence. */
                instance?: string;
                /** @description The part that produced the problem. */
                subsystem?: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                time?: string;
                /** @description Identifies the request in Writ's logs. */
                requestId?: string;
                /** @description Trace of the request (W3C Trace Context), if it has one. */
                traceId?: string;
                /** @description Root causes, in no particular order. */
                causes?: string[];
                /** @description What to do about it. */
                remedy?: string;
                /** @description Where to ask for help by mail. */
                supportEmail?: string;
                /** @description Where to ask for help by telephone. */
                supportPhone?: string;
                /** @description Where to ask for help on the web. */
                supportUrl?: string;
                /** @description Whether the same request can succeed later. */
                retryable?: boolean;
                /**
                 * Format: date-time
                 * @description Earliest time for a retry.
                 */
                retryAfter?: string;
                /** @description Further facts, by kind of problem. */
                context?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Place of the input.
                 * @enum {string}
                 */
                in: "body" | "header" | "path" | "query";
                /** @description JSON Pointer of a body field, or name of a header or parameter. */
                name: string;
                /** @description The erroneous input, cut at 1 kB. */
                value?: unknown;
            }[];
        };
        /** @description A synchronous write of one record has `result`, of a batch `results`; an asynchronous write has only `operationId`. */
        WriteAnswer: {
            /**
             * Format: uuid
             * @description Id of the operation.
             */
            operationId: string;
            /** @description Outcome of the record. */
            result?: {
                /** @description The provider wrote the record. */
                success: boolean;
                /** @description The provider's id of the record. */
                recordId?: string;
                /** @description Whether an upsert created the record; absent if unknown. */
                created?: boolean;
                /** @description The record as the provider holds it. */
                data?: {
                    [key: string]: unknown;
                };
            };
            /** @description Differences from the request: fields that the settings dropped or filled, records whose id the provider did not show, values that it did not keep. */
            warnings?: string[];
            /** @description Records that the provider wrote. */
            successCount?: number;
            /** @description Records that the provider did not write. */
            failureCount?: number;
            /** @description One entry a record, in the order of the request. */
            results?: {
                /** @description Whether the provider wrote the record. */
                success: boolean;
                /** @description The provider's id of the record. Absent if the record was written but the provider did not show its id; `warnings` says so. */
                recordId?: string;
                /** @description Whether an upsert created the record; absent if unknown. */
                created?: boolean;
                /** @description The record as the provider holds it. */
                data?: {
                    [key: string]: unknown;
                };
                /** @description Why the record was not written. */
                errors?: {
                    /** @description Message of the provider. */
                    message: string;
                    /** @description The provider's code. */
                    code?: string;
                    /** @description The field with the error. */
                    field?: string;
                    /**
                     * @description Ids of the records at the provider that this one conflicts with: one that holds a unique value, or those that a duplicate rule found. At most 20.
                     * @example [
                     *       "003000000000001AAA"
                     *     ]
                     */
                    matches?: string[];
                    /** @description For a Salesforce duplicate rule: whether the record can be saved with the header `Sforce-Duplicate-Rule-Header: allowSave=true`. */
                    allowSave?: boolean;
                }[];
            }[];
            /** @description Every error: those of the records, and those that belong to no record. */
            errors?: {
                /** @description Message of the provider. */
                message: string;
                /** @description The provider's code. */
                code?: string;
                /** @description The field with the error. */
                field?: string;
                /**
                 * @description Ids of the records at the provider that this one conflicts with: one that holds a unique value, or those that a duplicate rule found. At most 20.
                 * @example [
                 *       "003000000000001AAA"
                 *     ]
                 */
                matches?: string[];
                /** @description For a Salesforce duplicate rule: whether the record can be saved with the header `Sforce-Duplicate-Rule-Header: allowSave=true`. */
                allowSave?: boolean;
                /** @description Index of the record; absent if the error belongs to no record. */
                index?: number;
            }[];
        };
        /** @description A problem. `issues` lists the errors of the input; a failed batch has `results`, with the outcome of each record. */
        WriteFailure: {
            /** @description URI of the kind of problem; it resolves to its page of the error catalogue. */
            type: string;
            /** @description Link to documentation a person can read. */
            href?: string;
            /** @description Short summary of the kind of problem. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What went wrong this time. */
            detail: string;
            /** @description URI of this occurrence. */
            instance: string;
            /** @description The part that produced the problem. */
            subsystem?: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /** @description Identifies the request in Writ's logs. */
            requestId: string;
            /** @description Trace of the request (W3C Trace Context), if it has one. */
            traceId?: string;
            /** @description Root causes, in no particular order. */
            causes?: string[];
            /** @description What to do about it. */
            remedy?: string;
            /** @description Where to ask for help by mail. */
            supportEmail?: string;
            /** @description Where to ask for help by telephone. */
            supportPhone?: string;
            /** @description Where to ask for help on the web. */
            supportUrl?: string;
            /** @description Whether the same request can succeed later. */
            retryable: boolean;
            /**
             * Format: date-time
             * @description Earliest time for a retry.
             */
            retryAfter?: string;
            /** @description Further facts, by kind of problem. */
            context?: {
                [key: string]: unknown;
            };
            /** @description Differences from the request: fields that the settings dropped or filled, records whose id the provider did not show, values that it did not keep. */
            warnings?: string[];
            /** @description One entry for each error of the input. */
            issues?: {
                /** @description URI of the kind of problem; it resolves to its page of the error catalogue. */
                type?: string;
                /** @description Link to documentation a person can read. */
                href?: string;
                /** @description Short summary of the kind of problem. */
                title?: string;
                /** @description The HTTP status. */
                status?: number;
                /** @description What went wrong this time. */
                detail: string;
                /** @description URI of this occurrence. */
                instance?: string;
                /** @description The part that produced the problem. */
                subsystem?: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                time?: string;
                /** @description Identifies the request in Writ's logs. */
                requestId?: string;
                /** @description Trace of the request (W3C Trace Context), if it has one. */
                traceId?: string;
                /** @description Root causes, in no particular order. */
                causes?: string[];
                /** @description What to do about it. */
                remedy?: string;
                /** @description Where to ask for help by mail. */
                supportEmail?: string;
                /** @description Where to ask for help by telephone. */
                supportPhone?: string;
                /** @description Where to ask for help on the web. */
                supportUrl?: string;
                /** @description Whether the same request can succeed later. */
                retryable?: boolean;
                /**
                 * Format: date-time
                 * @description Earliest time for a retry.
                 */
                retryAfter?: string;
                /** @description Further facts, by kind of problem. */
                context?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Place of the input.
                 * @enum {string}
                 */
                in: "body" | "header" | "path" | "query";
                /** @description JSON Pointer of a body field, or name of a header or parameter. */
                name: string;
                /** @description The erroneous input, cut at 1 kB. */
                value?: unknown;
            }[];
            /**
             * Format: uuid
             * @description Id of the operation.
             */
            operationId?: string;
            /** @description Records that the provider wrote. */
            successCount?: number;
            /** @description Records that the provider did not write. */
            failureCount?: number;
            /** @description One entry a record, in the order of the request. */
            results?: {
                /** @description Whether the provider wrote the record. */
                success: boolean;
                /** @description The provider's id of the record. Absent if the record was written but the provider did not show its id; `warnings` says so. */
                recordId?: string;
                /** @description Whether an upsert created the record; absent if unknown. */
                created?: boolean;
                /** @description The record as the provider holds it. */
                data?: {
                    [key: string]: unknown;
                };
                /** @description Why the record was not written. */
                errors?: {
                    /** @description Message of the provider. */
                    message: string;
                    /** @description The provider's code. */
                    code?: string;
                    /** @description The field with the error. */
                    field?: string;
                    /**
                     * @description Ids of the records at the provider that this one conflicts with: one that holds a unique value, or those that a duplicate rule found. At most 20.
                     * @example [
                     *       "003000000000001AAA"
                     *     ]
                     */
                    matches?: string[];
                    /** @description For a Salesforce duplicate rule: whether the record can be saved with the header `Sforce-Duplicate-Rule-Header: allowSave=true`. */
                    allowSave?: boolean;
                }[];
            }[];
            /** @description Every error: those of the records, and those that belong to no record. */
            errors?: {
                /** @description Message of the provider. */
                message: string;
                /** @description The provider's code. */
                code?: string;
                /** @description The field with the error. */
                field?: string;
                /**
                 * @description Ids of the records at the provider that this one conflicts with: one that holds a unique value, or those that a duplicate rule found. At most 20.
                 * @example [
                 *       "003000000000001AAA"
                 *     ]
                 */
                matches?: string[];
                /** @description For a Salesforce duplicate rule: whether the record can be saved with the header `Sforce-Duplicate-Rule-Header: allowSave=true`. */
                allowSave?: boolean;
                /** @description Index of the record; absent if the error belongs to no record. */
                index?: number;
            }[];
        };
        WriteRequest: {
            /**
             * @description The customer group whose installation is written to.
             * @example acme
             */
            groupRef: string;
            /**
             * @description What to do with the record. An `upsert` updates the record that `key` finds, or creates one.
             * @enum {string}
             */
            type: "create" | "update" | "upsert" | "delete";
            /**
             * @description The field of `record` by which an upsert finds the record. The provider must keep its values unique; at Salesforce it is an external id.
             * @example email
             */
            key?: string;
            /**
             * @description What an upsert does if it finds no record; `create` when absent.
             * @enum {string}
             */
            onMissing?: "create" | "fail";
            /**
             * @description `synchronous` (the default) or `asynchronous`. Ignored for a delete, whatever its value.
             * @example synchronous
             * @example asynchronous
             * @enum {string}
             */
            mode?: "synchronous" | "asynchronous";
            /** @description Field name to value. An update or delete needs `id`, the provider's own record identifier; a create or upsert has none. */
            record?: {
                [key: string]: unknown;
            };
            /** @description Records to create, update or upsert in one request, instead of `record`. */
            batch?: {
                /** @description Field name to value. An update or delete needs `id`, the provider's own record identifier; a create or upsert has none. */
                record: {
                    [key: string]: unknown;
                };
                /** @description Records to associate a created record with, if the provider has associations (`GET /v1/providers`). In a batch, each entry has its own. */
                associations?: {
                    /** @description The record to associate with. */
                    to: {
                        /** @description Id of the other record. */
                        id: string;
                    };
                    /** @description The kinds of association. */
                    types: {
                        /** @description Who defined the kind. */
                        associationCategory: string;
                        /** @description The kind's id at the provider. */
                        associationTypeId: number;
                    }[];
                }[];
            }[];
            /** @description Records to associate a created record with, if the provider has associations (`GET /v1/providers`). In a batch, each entry has its own. */
            associations?: {
                /** @description The record to associate with. */
                to: {
                    /** @description Id of the other record. */
                    id: string;
                };
                /** @description The kinds of association. */
                types: {
                    /** @description Who defined the kind. */
                    associationCategory: string;
                    /** @description The kind's id at the provider. */
                    associationTypeId: number;
                }[];
            }[];
            /** @description Headers to forward to a provider that takes any (`GET /v1/providers`): at most 20, together 4 kB. Headers of the call itself, such as `Authorization`, `Host`, `Content-*` and `Accept*`, are refused. */
            headers?: {
                /** @description Name of the header. */
                key: string;
                /** @description Value of the header. */
                value: string;
            }[];
            /** @description How a batch is written. Needs `batch`. */
            batchPolicy?: {
                /** @description Whether one bad record fails the whole batch. */
                allOrNone?: boolean;
            };
            /** @description Collects single writes into batches. Needs `record` and `mode` `asynchronous`; a delete is never collected. */
            autoBatchPolicy?: {
                /** @description How long a record may wait for others. */
                maxDelayMinutes: number;
                /** @description How long the batch is retried; by default as long as `retryPolicy` says. */
                retryDeadlineHours?: number;
            };
            /** @description How long a write with `mode` `asynchronous` is retried. */
            retryPolicy?: {
                /** @description How long the write is retried; 1 by default. */
                deadlineHours?: number;
            };
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
         * @example checkout-7f3a
         */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Id of the request: the caller's, or one that Writ made.
         * @example checkout-7f3a
         */
        RequestId: string;
        /**
         * @description Seconds to wait before the request is sent again.
         * @example 10
         */
        RetryAfter: number;
        /**
         * @description The accepted schemes.
         * @example Bearer realm="writ", ApiKey realm="writ"
         */
        Authenticate: string;
    };
    pathItems: never;
};
export type InputValidationProblem = components['schemas']['InputValidationProblem'];
export type Problem = components['schemas']['Problem'];
export type ProblemWithIssues = components['schemas']['ProblemWithIssues'];
export type WriteAnswer = components['schemas']['WriteAnswer'];
export type WriteFailure = components['schemas']['WriteFailure'];
export type WriteRequest = components['schemas']['WriteRequest'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderAuthenticate = components['headers']['Authenticate'];
export interface operations {
    writeRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a write safe to repeat: the same key and body return the first answer; another body is 422. */
                "Idempotency-Key"?: string;
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the integration. */
                integrationIdOrName: string;
                /** @description Name of the object. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description `true` if this repeats the first answer for the `Idempotency-Key`.
                     * @example true
                     */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteAnswer"];
                };
            };
        };
    };
}
