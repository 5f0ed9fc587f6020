/* eslint-disable */
// Made of the OpenAPI documents: npm run openapi:write

export type components = {
    schemas: {
        ApiKey: {
            /**
             * Format: uuid
             * @description Id of the key; it is no secret.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * @description Purpose of the key.
             * @example checkout service
             */
            label: string;
            /**
             * @description Its scopes.
             * @example [
             *       "write:records",
             *       "operations:read"
             *     ]
             */
            scopes: ("full" | "write:records" | "operations:read" | "operations:manage" | "installations:read" | "installations:manage" | "notifications:read" | "notifications:manage" | "events:publish" | "frontend")[];
            /** @description Whether it is active; it may still have expired. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it expires; absent: never.
             */
            expireTime?: string;
            /**
             * @description Beginning of the key; absent for keys older than this member.
             * @example writ_3kQ9
             */
            prefix?: string;
            /**
             * Format: date-time
             * @description When it was last used, to about a minute; absent if never since Writ records this.
             */
            lastUsedTime?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
        };
        ApiKeyList: components["schemas"]["ApiKey"][];
        ApiKeyPatch: {
            /**
             * @description The members to change; others are ignored.
             * @example [
             *       "active"
             *     ]
             */
            updateMask: ("label" | "scopes" | "active")[];
            /**
             * @description The new values.
             * @example {
             *       "active": false
             *     }
             */
            apiKey: {
                /**
                 * @description Purpose of the key.
                 * @example checkout service
                 */
                label?: string;
                /**
                 * @description Its scopes.
                 * @example [
                 *       "write:records",
                 *       "operations:read"
                 *     ]
                 */
                scopes?: ("full" | "write:records" | "operations:read" | "operations:manage" | "installations:read" | "installations:manage" | "notifications:read" | "notifications:manage" | "events:publish" | "frontend")[];
                /** @description Whether it is active; it may still have expired. */
                active?: boolean;
            };
        };
        ApiKeyRequest: {
            /**
             * @description Purpose of the key.
             * @example checkout service
             */
            label: string;
            /**
             * @description Its scopes; by default `full`.
             * @example [
             *       "write:records",
             *       "operations:read"
             *     ]
             */
            scopes?: ("full" | "write:records" | "operations:read" | "operations:manage" | "installations:read" | "installations:manage" | "notifications:read" | "notifications:manage" | "events:publish" | "frontend")[];
        };
        /**
         * @example {
         *       "attempt": 1,
         *       "status": 200,
         *       "ms": 84,
         *       "excerpt": "ok"
         *     }
         */
        AttemptReport: {
            /** @description As fetched. */
            attempt: number;
            /** @description Status of the receiver's answer; absent if nothing answered. */
            status?: number;
            /**
             * @description `Retry-After` of the receiver's answer, seconds or a date; honoured as in Writ's own attempts. Only with `status`.
             * @example 120
             */
            retryAfter?: string;
            /** @description Milliseconds from sending to the end. */
            ms: number;
            /** @description The beginning of the answer; only with `status`. */
            excerpt?: string;
            /** @description Why nothing answered; not with `status`. */
            error?: string;
        };
        AuditEntry: {
            /**
             * Format: uuid
             * @description Entry id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Project that it is about; absent if it is about none.
             */
            projectId?: string;
            /**
             * Format: date-time
             * @description When it was done.
             */
            time: string;
            /** @description Who did it. */
            actor: {
                /**
                 * @description `command`: the command line of operators.
                 * @enum {string}
                 */
                kind: "apiKey" | "jwt" | "session" | "admin" | "command" | "anyone";
                /**
                 * @description Id of the key, or name of the operating system's user; `admin` or `anyone` if there is neither.
                 * @example 01980f70-2b6e-7d54-b0c3-91e8a5d7f246
                 */
                id: string;
                /**
                 * @description The only group that the token is for.
                 * @example acme
                 */
                groupRef?: string;
                /**
                 * Format: uuid
                 * @description Of a `session`: its id. The session's key is the actor.
                 */
                sessionId?: string;
            };
            /**
             * @description The id of the request; of a command, one of its own.
             * @example checkout-7f3a
             */
            requestId: string;
            /**
             * @description Operation id of the endpoint, or name of the command.
             * @example patchTopic
             */
            action: string;
            /** @description What it was done to. */
            resource: {
                /**
                 * @description What was changed, as answers call it.
                 * @example topic
                 */
                kind: string;
                /**
                 * @description Its id.
                 * @example 01980f70-5c1d-7f3a-9b0e-8d2c6a4e1f77
                 */
                id: string;
            };
            /**
             * @description What changed, by name; a name below another one is written with a dot. Secrets, and values of more than 1 kB, are only `changed`.
             * @example {
             *       "name": {
             *         "before": "crm",
             *         "after": "crm-writes"
             *       }
             *     }
             */
            changes: {
                [key: string]: {
                    /** @description Its value before the change; absent if it had none. */
                    before?: unknown;
                    /** @description Its value after the change; absent if it has none. */
                    after?: unknown;
                    /** @description Present instead of the values. */
                    changed?: boolean;
                };
            };
        };
        AuditPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["AuditEntry"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
            };
        };
        BuilderInfo: {
            /** @description The caller. */
            builder: {
                /**
                 * @description As `createdBy` names it.
                 * @example builder:admin
                 */
                id: string;
                /**
                 * @description Who identifies the caller: this service.
                 * @enum {string}
                 */
                idpProvider: "writ";
                /** @description The same as `id`. */
                idpRef: string;
                /** @description The key's label. */
                fullName?: string;
                /**
                 * Format: date-time
                 * @description When its key was created.
                 */
                createTime?: string;
            };
            /** @description Its roles, by the ids of the projects. */
            projectRoles: {
                [key: string]: {
                    /**
                     * @description `admin` with the scope `full`.
                     * @enum {string}
                     */
                    role: "admin" | "member";
                    /**
                     * @description Whose role it is.
                     * @enum {string}
                     */
                    principalType: "builder";
                    /** @description Id of the builder. */
                    principalId: string;
                    project: components["schemas"]["Project"];
                };
            };
        };
        /** @description A customer group's access to a CRM. */
        Connection: {
            /**
             * Format: uuid
             * @description Connection id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * @description The provider that it leads to.
             * @example hubspot
             */
            provider: string;
            /** @description The customer group that it is for. */
            group: {
                /**
                 * @description The builder's own reference of the group.
                 * @example acme
                 */
                groupRef: string;
                /**
                 * @description Display name of the group; its reference if it has no name.
                 * @example Acme
                 */
                groupName: string;
                /**
                 * Format: uuid
                 * @description The project that it belongs to.
                 */
                projectId: string;
                /**
                 * Format: date-time
                 * @description When the resource that names it here was created.
                 */
                createTime: string;
            };
            /** @description The person who connected. */
            consumer?: {
                /** @description The builder's own reference of the person. */
                consumerRef: string;
                /** @description The person's name; the reference if there is none. */
                consumerName: string;
                /**
                 * Format: uuid
                 * @description The project that it belongs to.
                 */
                projectId: string;
                /**
                 * Format: date-time
                 * @description When the resource that names the person here was created.
                 */
                createTime: string;
            };
            /** @description The account's name at the provider, such as a subdomain. */
            providerWorkspaceRef?: string;
            /**
             * @description The provider's own id of the account.
             * @example 8675309
             */
            account: string;
            /**
             * @description How its calls are authenticated.
             * @example oauth2/authorizationCode
             * @enum {string}
             */
            authScheme: "apiKey" | "oauth2/authorizationCode" | "oauth2/clientCredentials";
            /**
             * @description Whether its credentials are accepted; `unverified` until the provider has been reached, and writes wait.
             * @enum {string}
             */
            status: "working" | "unverified" | "bad_credentials";
            /**
             * @description Why its access token cannot be renewed although its own credentials are valid: the CRM rejects the provider app. Writes wait once the token has ended. Fix the provider app; the customer does not have to reconnect. Absent after the next successful renewal, or once the provider app is deleted.
             * @example The access token could not be renewed because the CRM rejects the provider app: invalid client credentials
             */
            renewalError?: string;
            /**
             * Format: date-time
             * @description When its access token expires.
             */
            expireTime?: string;
            /**
             * @description Percentage of the CRM account's quota that the project may use; absent: the usual share. Of several connections to the account, the smallest counts.
             * @example 30
             */
            quotaPercent?: number;
            /** @description Facts about the customer's account, such as `instanceUrl`. */
            providerMetadata?: {
                [key: string]: {
                    /** @description The fact. */
                    value: string;
                    /**
                     * @description Its source: a caller, or the provider with a token.
                     * @enum {string}
                     */
                    source: "input" | "token";
                };
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
            /** @description The credentials; only with `includeCreds` or `includeRefreshToken`. */
            creds?: {
                /** @description The API key or private app token. */
                apiKey?: string;
                /** @description The OAuth access token. */
                accessToken?: string;
                /** @description The OAuth refresh token. */
                refreshToken?: string;
                /** @description Id of the customer's own OAuth client. */
                clientId?: string;
                /** @description Its secret. */
                clientSecret?: string;
            };
        };
        ConnectionList: components["schemas"]["Connection"][];
        /**
         * @example {
         *       "updateMask": [
         *         "oauth2AuthorizationCode"
         *       ],
         *       "connection": {
         *         "oauth2AuthorizationCode": {
         *           "accessToken": "sandbox-hubspot-acme",
         *           "refreshToken": "sandbox-refresh-hubspot-acme"
         *         }
         *       }
         *     }
         */
        ConnectionPatch: {
            /** @description What to change: one of `apiKey`, `basicAuth`, `oauth2AuthorizationCode`, `oauth2ClientCredentials` as a whole (`[hidden]` in them means the stored value), `consumerName`, `groupName`, `providerWorkspaceRef`, `quotaPercent`, `providerMetadata` or one of its members. A path without a value in the body removes the stored value. */
            updateMask: string[];
            /** @description The new values, at the paths of `updateMask`. */
            connection: {
                /** @description Display name of the group. */
                groupName?: string;
                /** @description The person's name. */
                consumerName?: string;
                /** @description The account's name at the provider, such as a subdomain. */
                providerWorkspaceRef?: string;
                /** @description Facts about the customer's account, such as `instanceUrl`. Each is a text, or `{value, source}`. */
                providerMetadata?: {
                    [key: string]: unknown;
                };
                /**
                 * @description Percentage of the CRM account's quota that the project may use; absent: the usual share. Of several connections to the account, the smallest counts.
                 * @example 30
                 */
                quotaPercent?: number;
                /** @description The API key or private app token. */
                apiKey?: string;
                /** @description A user, for providers that accept one; no current provider does. */
                basicAuth?: {
                    /** @description Name of the user. */
                    username: string;
                    /** @description Their password. */
                    password: string;
                };
                /** @description Tokens of an OAuth authorization that was done elsewhere. */
                oauth2AuthorizationCode?: {
                    /** @description The access token: a text, or `{token, expiresAt}`. */
                    accessToken: unknown;
                    /** @description The refresh token: a text, or `{token}`. */
                    refreshToken?: unknown;
                    /**
                     * Format: date-time
                     * @description When the access token expires.
                     */
                    expiresAt?: string;
                    /** @description What was granted; ignored, since the provider knows it. */
                    scopes?: string[];
                };
                /** @description An OAuth client of the customer's own, which gets tokens for itself (Salesforce). */
                oauth2ClientCredentials?: {
                    /** @description Id of the client. */
                    clientId: string;
                    /** @description Its secret. */
                    clientSecret: string;
                    /** @description What was granted; ignored, since the provider knows it. */
                    scopes?: string[];
                };
            };
        };
        /**
         * @description Credentials come as exactly one of `apiKey`, `basicAuth`, `oauth2AuthorizationCode`, `oauth2ClientCredentials`.
         * @example {
         *       "provider": "hubspot",
         *       "groupRef": "acme",
         *       "apiKey": "sandbox-hubspot-acme"
         *     }
         */
        ConnectionRequest: {
            /**
             * @description The provider that it leads to.
             * @example hubspot
             */
            provider: string;
            /**
             * @description The customer group that it is for.
             * @example acme
             */
            groupRef: string;
            /** @description The person who connected. */
            consumerRef?: string;
            /** @description Display name of the group. */
            groupName?: string;
            /** @description The person's name. */
            consumerName?: string;
            /** @description The account's name at the provider, such as a subdomain. */
            providerWorkspaceRef?: string;
            /** @description Facts about the customer's account, such as `instanceUrl`. Each is a text, or `{value, source}`. */
            providerMetadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Percentage of the CRM account's quota that the project may use; absent: the usual share. Of several connections to the account, the smallest counts.
             * @example 30
             */
            quotaPercent?: number;
            /** @description The API key or private app token. */
            apiKey?: string;
            /** @description A user, for providers that accept one; no current provider does. */
            basicAuth?: {
                /** @description Name of the user. */
                username: string;
                /** @description Their password. */
                password: string;
            };
            /** @description Tokens of an OAuth authorization that was done elsewhere. */
            oauth2AuthorizationCode?: {
                /** @description The access token: a text, or `{token, expiresAt}`. */
                accessToken: unknown;
                /** @description The refresh token: a text, or `{token}`. */
                refreshToken?: unknown;
                /**
                 * Format: date-time
                 * @description When the access token expires.
                 */
                expiresAt?: string;
                /** @description What was granted; ignored, since the provider knows it. */
                scopes?: string[];
            };
            /** @description An OAuth client of the customer's own, which gets tokens for itself (Salesforce). */
            oauth2ClientCredentials?: {
                /** @description Id of the client. */
                clientId: string;
                /** @description Its secret. */
                clientSecret: string;
                /** @description What was granted; ignored, since the provider knows it. */
                scopes?: string[];
            };
        };
        Count: {
            /** @description Their number. */
            count: number;
        };
        DeadLetter: {
            /**
             * Format: uuid
             * @description Id of the dead letter.
             */
            id: string;
            /**
             * @description `waiting`: it can be replayed or discarded.
             * @enum {string}
             */
            status: "waiting" | "replayed";
            /**
             * @description `unreadable`: not JSON in UTF-8, or a batch of Kafka that cannot be decoded; `invalid`: an unknown event, or one without a required member; `too-large`: an event over 256 kB, or a batch of Kafka over 64 MiB when unpacked; `unacceptable`: it contains something that is never stored, or storing it failed repeatedly.
             * @enum {string}
             */
            reasonKind: "unreadable" | "invalid" | "too-large" | "unacceptable";
            /**
             * @description Why it could not be read or stored, the last time.
             * @example The message is not JSON.
             */
            reason: string;
            /**
             * @description The topic of the bus that it came from.
             * @example lifecycle-events
             */
            topic: string;
            /**
             * @description Of a message from Kafka: its partition.
             * @example 3
             */
            partition?: number;
            /**
             * @description Of a message from Kafka: its offset, a whole number; of a batch its first.
             * @example 4711
             */
            offset?: string;
            /**
             * @description Its key, cut after 1,000 characters; absent if it had none.
             * @example 01980f6e-5c00-7a31-9d62-3f8b41c6e7d2:01980f6e-83aa-7f40-9b12-d6e57c081a39
             */
            key?: string;
            /**
             * @description Bytes of its stored payload; only the first 256 kB of one over 1 MiB are stored.
             * @example 12
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When it became a dead letter.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was replayed; absent while it waits.
             */
            replayTime?: string;
        };
        DeadLetterPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["DeadLetter"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
            };
        };
        DeadLetterWithPayload: {
            /**
             * Format: uuid
             * @description Id of the dead letter.
             */
            id: string;
            /**
             * @description `waiting`: it can be replayed or discarded.
             * @enum {string}
             */
            status: "waiting" | "replayed";
            /**
             * @description `unreadable`: not JSON in UTF-8, or a batch of Kafka that cannot be decoded; `invalid`: an unknown event, or one without a required member; `too-large`: an event over 256 kB, or a batch of Kafka over 64 MiB when unpacked; `unacceptable`: it contains something that is never stored, or storing it failed repeatedly.
             * @enum {string}
             */
            reasonKind: "unreadable" | "invalid" | "too-large" | "unacceptable";
            /**
             * @description Why it could not be read or stored, the last time.
             * @example The message is not JSON.
             */
            reason: string;
            /**
             * @description The topic of the bus that it came from.
             * @example lifecycle-events
             */
            topic: string;
            /**
             * @description Of a message from Kafka: its partition.
             * @example 3
             */
            partition?: number;
            /**
             * @description Of a message from Kafka: its offset, a whole number; of a batch its first.
             * @example 4711
             */
            offset?: string;
            /**
             * @description Its key, cut after 1,000 characters; absent if it had none.
             * @example 01980f6e-5c00-7a31-9d62-3f8b41c6e7d2:01980f6e-83aa-7f40-9b12-d6e57c081a39
             */
            key?: string;
            /**
             * @description Bytes of its stored payload; only the first 256 kB of one over 1 MiB are stored.
             * @example 12
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When it became a dead letter.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was replayed; absent while it waits.
             */
            replayTime?: string;
            /**
             * @description Its first 100 headers, each cut after 1,000 characters.
             * @example {
             *       "content-type": "application/cloudevents+json; charset=UTF-8"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /** @description The message, byte by byte. */
            payload: {
                /**
                 * @description `base64` if the bytes are not UTF-8.
                 * @enum {string}
                 */
                encoding: "utf-8" | "base64";
                /**
                 * @description Its first 256 kB, as text.
                 * @example {"half": "a
                 */
                content: string;
                /** @description Whether the payload is complete. */
                complete: boolean;
            };
        };
        /** @description What would be done; nothing was changed. */
        DeliveriesPreview: {
            /** @description How many match. */
            count: number;
            /** @description The newest of them. */
            examples: {
                /**
                 * Format: uuid
                 * @description Delivery id.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description Project that the event belongs to.
                 */
                projectId: string;
                /**
                 * Format: uuid
                 * @description Where it is sent.
                 */
                destinationId: string;
                /**
                 * @description The event's id, as it was published.
                 * @example 01980f70-4f19-7e02-8b6d-5c3a97f1e820
                 */
                eventId: string;
                /**
                 * @description Type of the event.
                 * @enum {string}
                 */
                eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
                /**
                 * @description `held`: the destination was disabled when it was due.
                 * @enum {string}
                 */
                status: "pending" | "delivered" | "failed" | "held";
                /**
                 * @description Of a `pending` delivery. `new`: not tried yet; `sending`: an attempt is in flight; `retrying`: it will be sent again.
                 * @enum {string}
                 */
                stage?: "new" | "sending" | "retrying";
                /** @description Attempts begun. */
                attemptCount: number;
                /** @description Why its last attempt failed, or that its destination was deleted; absent if none has ended, or the last one succeeded. */
                lastError?: {
                    /**
                     * Format: date-time
                     * @description When that attempt was sent, or given up.
                     */
                    time: string;
                    /**
                     * @description The error.
                     * @example The receiver answered 503.
                     */
                    message: string;
                    /**
                     * @description Status of the receiver's answer.
                     * @example 503
                     */
                    httpStatus?: number;
                };
                /**
                 * Format: date-time
                 * @description When the next attempt is due.
                 */
                nextAttempt?: string;
                /**
                 * Format: date-time
                 * @description When its event arrived, also of a replay.
                 */
                createTime: string;
                /**
                 * Format: date-time
                 * @description When it last changed.
                 */
                updateTime: string;
            }[];
            /** @description What would be left out, by reason. */
            leftOut: {
                /**
                 * @description The reason.
                 * @example sent
                 * @enum {string}
                 */
                reason: "running" | "synchronous" | "retriedBefore" | "cancelled" | "written" | "recordsRemoved" | "installationGone" | "otherAccount" | "autoBatch" | "sent" | "destinationDisabled" | "destinationGone" | "underWay" | "changed";
                /** @description Their number. */
                count: number;
                /**
                 * @description The reason in words.
                 * @example Something of them was being sent, or may have been written; `force=true` includes them.
                 */
                detail: string;
            }[];
            /** @description There are too many to count: only some were counted, and the examples are among the newest. */
            more?: boolean;
        };
        Delivery: {
            /**
             * Format: uuid
             * @description Delivery id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Project that the event belongs to.
             */
            projectId: string;
            /**
             * Format: uuid
             * @description Where it is sent.
             */
            destinationId: string;
            /**
             * @description The event's id, as it was published.
             * @example 01980f70-4f19-7e02-8b6d-5c3a97f1e820
             */
            eventId: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            /**
             * @description `held`: the destination was disabled when it was due.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "held";
            /**
             * @description Of a `pending` delivery. `new`: not tried yet; `sending`: an attempt is in flight; `retrying`: it will be sent again.
             * @enum {string}
             */
            stage?: "new" | "sending" | "retrying";
            /** @description Attempts begun. */
            attemptCount: number;
            /** @description Why its last attempt failed, or that its destination was deleted; absent if none has ended, or the last one succeeded. */
            lastError?: {
                /**
                 * Format: date-time
                 * @description When that attempt was sent, or given up.
                 */
                time: string;
                /**
                 * @description The error.
                 * @example The receiver answered 503.
                 */
                message: string;
                /**
                 * @description Status of the receiver's answer.
                 * @example 503
                 */
                httpStatus?: number;
            };
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            nextAttempt?: string;
            /**
             * Format: date-time
             * @description When its event arrived, also of a replay.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updateTime: string;
        };
        DeliveryAttempt: {
            /** @description Counted from 1; absent for a test. */
            attempt?: number;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            time?: string;
            /**
             * @description How it ended. `unknown`: its outcome was not reported in time, so its times are missing, and the event is sent again.
             * @enum {string}
             */
            status: "delivered" | "failed" | "unknown";
            /**
             * @description Status of the receiver's answer.
             * @example 200
             */
            httpStatus?: number;
            /**
             * @description Milliseconds from sending to the end.
             * @example 84
             */
            durationMs?: number;
            /** @description The first 16 kB of the receiver's answer. */
            responseExcerpt?: string;
            /** @description Why it failed. */
            error?: string;
        };
        DeliveryPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["Delivery"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
                /**
                 * Format: date-time
                 * @description Of a page that ended early: it has looked at everything since this time, and the next page continues there.
                 */
                lookedBackTo?: string;
            };
        };
        /** @description What an attempt sends to the destination as it is now. */
        DeliveryRequest: {
            /**
             * @description HTTP method of a POST; absent if it is a message, a record or a line of an object.
             * @example POST
             */
            method?: string;
            /** @description Target; absent if it is hidden, if a client chooses it, and after the destination was deleted. */
            url?: string;
            /** @description The topic, the stream or the bucket that it goes to. */
            target?: string;
            /** @description The key of the message, or of the record; of an object its name, once it was decided. Absent if it has none. */
            key?: string;
            /** @description By name; `[hidden]` stands for secrets, and for values that differ in each attempt. */
            headers?: {
                [key: string]: string;
            };
            /** @description Body of an attempt at this moment; of an object, the line of this delivery; after the destination was deleted, the event. */
            body: string;
        };
        DeliveryWithAttempts: {
            /**
             * Format: uuid
             * @description Delivery id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Project that the event belongs to.
             */
            projectId: string;
            /**
             * Format: uuid
             * @description Where it is sent.
             */
            destinationId: string;
            /**
             * @description The event's id, as it was published.
             * @example 01980f70-4f19-7e02-8b6d-5c3a97f1e820
             */
            eventId: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            /**
             * @description `held`: the destination was disabled when it was due.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed" | "held";
            /**
             * @description Of a `pending` delivery. `new`: not tried yet; `sending`: an attempt is in flight; `retrying`: it will be sent again.
             * @enum {string}
             */
            stage?: "new" | "sending" | "retrying";
            /** @description Attempts begun. */
            attemptCount: number;
            /** @description Why its last attempt failed, or that its destination was deleted; absent if none has ended, or the last one succeeded. */
            lastError?: {
                /**
                 * Format: date-time
                 * @description When that attempt was sent, or given up.
                 */
                time: string;
                /**
                 * @description The error.
                 * @example The receiver answered 503.
                 */
                message: string;
                /**
                 * @description Status of the receiver's answer.
                 * @example 503
                 */
                httpStatus?: number;
            };
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            nextAttempt?: string;
            /**
             * Format: date-time
             * @description When its event arrived, also of a replay.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updateTime: string;
            request: components["schemas"]["DeliveryRequest"];
            /** @description Oldest first; of the `unknown` ones the latest 100 alone: `attemptCount` counts all. */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        Destination: {
            /**
             * Format: uuid
             * @description Destination id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * @description Up to 128 printable characters, unique in the project: no `/`, `:` or blanks at the ends, nor `.`, `..` or an id.
             * @example crm-writes
             */
            name: string;
            /**
             * @description The kind of destination.
             * @example webhook
             */
            type: string;
            /**
             * @description Settings of the kind, such as the `url` of a webhook.
             * @example {
             *       "url": "https://hooks.example.net/writ"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Whether deliveries are sent to it.
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /** @description Why it was disabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description When a delivery last succeeded, up to 10 s late; absent if none did.
             */
            lastSuccess?: string;
            /** @description Its failures since the last success. */
            failing?: {
                /**
                 * Format: date-time
                 * @description When the current failures began.
                 */
                since: string;
                /**
                 * @description Failed attempts since the last success.
                 * @example 12
                 */
                failuresInRow: number;
            };
            /**
             * Format: date-time
             * @description Until when the previous key also signs; absent after that.
             */
            oldKeyUntil?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
            /** @description Only when asked for with `includeSecrets`, and after a rotation. */
            secrets?: {
                /** @description Signs every delivery (Standard Webhooks). */
                webhookSigningKey?: string;
            };
        };
        DestinationList: components["schemas"]["Destination"][];
        DestinationPatch: {
            /**
             * @description The members to replace.
             * @example [
             *       "metadata.url"
             *     ]
             */
            updateMask: ("name" | "type" | "metadata" | "metadata.url" | "metadata.headers" | "metadata.template" | "metadata.brokers" | "metadata.topic" | "metadata.mode" | "metadata.keyTemplate" | "metadata.tls" | "metadata.sasl" | "metadata.streamName" | "metadata.region" | "metadata.endpointUrl" | "metadata.credentials" | "metadata.partitionKeyTemplate" | "metadata.bucket" | "metadata.gzip" | "metadata.maxEvents" | "metadata.maxBytes" | "metadata.maxAgeSeconds")[];
            /**
             * @description The new values; a member that the mask does not name is ignored.
             * @example {
             *       "metadata": {
             *         "url": "https://hooks.example.net/writ"
             *       }
             *     }
             */
            destination: {
                /**
                 * @description Up to 128 printable characters, unique in the project: no `/`, `:` or blanks at the ends, nor `.`, `..` or an id.
                 * @example crm-writes
                 */
                name?: string;
                /**
                 * @description The kind of destination.
                 * @example webhook
                 */
                type?: string;
                /**
                 * @description Settings of the kind, such as the `url` of a webhook.
                 * @example {
                 *       "url": "https://hooks.example.net/writ"
                 *     }
                 */
                metadata?: {
                    [key: string]: unknown;
                };
                /** @description Accepted because answers have it, and ignored. */
                id?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                projectId?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                status?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                disabledReason?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                lastSuccess?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                failing?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                oldKeyUntil?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                createTime?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                updateTime?: unknown;
                /** @description Accepted because answers have it, and ignored. */
                secrets?: unknown;
            };
        };
        DestinationRequest: {
            /**
             * @description Up to 128 printable characters, unique in the project: no `/`, `:` or blanks at the ends, nor `.`, `..` or an id.
             * @example crm-writes
             */
            name: string;
            /**
             * @description The kind of destination.
             * @example webhook
             * @enum {string}
             */
            type: "webhook" | "slack" | "kafka" | "kinesis" | "listen" | "s3";
            /**
             * @description Settings of the kind (*: required):
             *     - `webhook`: `url`*, `headers`
             *     - `slack`: `url`*, `template`
             *     - `kafka`: `brokers`*, `topic`*, `mode`, `keyTemplate`, `tls`, `sasl/mechanism`, `sasl/username`, `sasl/password`
             *     - `kinesis`: `streamName`*, `region`*, `endpointUrl`, `credentials/accessKeyId`*, `credentials/secretAccessKey`*, `credentials/sessionToken`, `partitionKeyTemplate`
             *     - `listen`: `headers`
             *     - `s3`: `bucket`*, `region`*, `endpointUrl`, `credentials/accessKeyId`*, `credentials/secretAccessKey`*, `credentials/sessionToken`, `keyTemplate`, `gzip`, `maxEvents`, `maxBytes`, `maxAgeSeconds`
             * @example {
             *       "url": "https://hooks.example.net/writ"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Accepted because answers have it, and ignored. */
            id?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            projectId?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            status?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            disabledReason?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            lastSuccess?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            failing?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            oldKeyUntil?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            createTime?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            updateTime?: unknown;
            /** @description Accepted because answers have it, and ignored. */
            secrets?: unknown;
        };
        EventDetail: {
            /**
             * Format: uuid
             * @description Id under which it is stored.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /** @description Its own id, unique within its source. */
            eventId: string;
            /** @description Who published it. */
            source: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /**
             * Format: uuid
             * @description The installation that it is about.
             */
            installationId?: string;
            /**
             * Format: uuid
             * @description The operation that it is about.
             */
            operationId?: string;
            /** @description Whether there was a destination for it. */
            reached: boolean;
            /**
             * Format: date-time
             * @description When it arrived.
             */
            createTime: string;
            /** @description What is sent to destinations. */
            payload: {
                [key: string]: unknown;
            };
            /** @description The topics that receive its type now. */
            topics: {
                /**
                 * Format: uuid
                 * @description Topic id.
                 */
                id: string;
                /** @description Its name. */
                name: string;
            }[];
            /** @description Newest first, 1,000 at most; `/deliveries?eventId=` lists all. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Why there are no deliveries. */
            reason?: string;
        };
        EventPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["StoredEvent"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
                /**
                 * Format: date-time
                 * @description Of a page that ended early: it has looked at everything since this time, and the next page continues there.
                 */
                lookedBackTo?: string;
            };
        };
        /** @description A JSON Schema of draft 2020-12. */
        EventSchema: {
            [key: string]: unknown;
        };
        EventSchemaList: {
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            /**
             * @description Meaning of the event.
             * @example A customer group has installed an integration.
             */
            description: string;
            /**
             * @description Path of its schema on this host.
             * @example /v1/event-schemas/installation.created
             */
            href: string;
        }[];
        Group: {
            /**
             * @description The builder's own reference of the group.
             * @example acme
             */
            groupRef: string;
            /**
             * @description Display name of the group; its reference if it has no name.
             * @example Acme
             */
            groupName: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * Format: date-time
             * @description When its first installation or connection was created.
             */
            createTime: string;
            /**
             * @description `healthy`: every connection works, and each installation uses one of its own group.
             * @enum {string}
             */
            healthStatus: "healthy" | "unhealthy";
            /** @description Its installations, oldest first, at most 100; `GET …/installations?groupRef=` lists all. */
            installations: {
                /**
                 * Format: uuid
                 * @description Installation id.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description The integration that it installs.
                 */
                integrationId: string;
                /**
                 * Format: uuid
                 * @description The connection that it uses.
                 */
                connectionId: string;
                /**
                 * @description Whether its connection works and is its own group's.
                 * @enum {string}
                 */
                healthStatus: "healthy" | "unhealthy";
            }[];
            /** @description Its connections, oldest first, at most 100; `GET …/connections?groupRef=` lists all. */
            connections: {
                /**
                 * Format: uuid
                 * @description Connection id.
                 */
                id: string;
                /**
                 * @description The CRM.
                 * @example hubspot
                 */
                provider: string;
                /**
                 * @description Whether its credentials are accepted.
                 * @enum {string}
                 */
                status: "working" | "unverified" | "bad_credentials";
            }[];
            /** @description Writes for the group. */
            operations: {
                /** @description How many have not ended. */
                unfinished: number;
                /** @description How many of the last 24 hours have a failed record. */
                failed: number;
                /** @description There are too many to count: the numbers are lower bounds. */
                more: boolean;
            };
        };
        /**
         * @description NDJSON: each line is an object with `kind` (`group`, `connection`, `installation`, `config`, `operation`, `event`, `delivery`) and `value`.
         * @example {"kind":"group","value":{"groupRef":"acme","groupName":"Acme"}}
         */
        GroupArchive: string;
        /** @description What an erasure would remove; nothing was removed. */
        GroupErasure: {
            /** @description Installations of the group. */
            installations: number;
            /** @description Connections of the group. */
            connections: number;
            /** @description Operations, each with its records, logs, attempts and search entries. Events are not counted. */
            operations: {
                /** @description How many have ended. */
                ended: number;
                /** @description How many have not ended. */
                unfinished: number;
                /** @description Unfinished ones that are in flight or may have been written: the erasure waits for them unless `force=true`. */
                sent: number;
            };
            /** @description There are too many operations to count: the numbers are lower bounds. */
            more: boolean;
        };
        GroupPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["Group"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
            };
        };
        /**
         * @description A version of an integration, with the fields that its objects have in a customer's CRM.
         * @example {
         *       "id": "01980f70-2b6e-7d54-b0c3-91e8a5d7f246",
         *       "specVersion": "1.0.0",
         *       "createTime": "2026-11-21T10:15:30.123Z",
         *       "content": {
         *         "name": "demo-hubspot",
         *         "provider": "hubspot",
         *         "write": {
         *           "objects": [
         *             {
         *               "objectName": "contacts",
         *               "displayName": "contacts",
         *               "requiredFields": [],
         *               "optionalFields": [
         *                 {
         *                   "fieldName": "lifecyclestage",
         *                   "displayName": "Lifecycle Stage"
         *                 }
         *               ],
         *               "allFields": [
         *                 {
         *                   "fieldName": "lifecyclestage",
         *                   "displayName": "Lifecycle Stage",
         *                   "valueType": "singleSelect",
         *                   "fieldType": "singleSelect",
         *                   "providerType": "enumeration",
         *                   "readOnly": false,
         *                   "isUnique": false,
         *                   "isCustom": false,
         *                   "values": [
         *                     {
         *                       "value": "customer",
         *                       "displayValue": "Customer"
         *                     }
         *                   ]
         *                 }
         *               ],
         *               "allFieldsMetadata": {
         *                 "lifecyclestage": {
         *                   "fieldName": "lifecyclestage",
         *                   "displayName": "Lifecycle Stage",
         *                   "valueType": "singleSelect",
         *                   "fieldType": "singleSelect",
         *                   "providerType": "enumeration",
         *                   "readOnly": false,
         *                   "isUnique": false,
         *                   "isCustom": false,
         *                   "values": [
         *                     {
         *                       "value": "customer",
         *                       "displayValue": "Customer"
         *                     }
         *                   ]
         *                 }
         *               }
         *             }
         *           ]
         *         }
         *       }
         *     }
         */
        HydratedRevision: {
            /**
             * Format: uuid
             * @description Revision id.
             */
            id: string;
            /** @description The manifest's version. */
            specVersion: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description The integration's entry of the manifest, with the fields of its objects. */
            content: {
                /** @description What is read. */
                read?: {
                    /** @description Its objects. */
                    objects?: ({
                        /** @description The provider's name of it. */
                        objectName: string;
                        /** @description Its display name. */
                        displayName: string;
                        /** @description The manifest's name of it. */
                        mappedName?: string;
                        /** @description What it must have. */
                        requiredFields?: ({
                            /** @description The provider's name of it. */
                            fieldName?: string;
                            /** @description Its display name. */
                            displayName?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description What it may have. */
                        optionalFields?: ({
                            /** @description The provider's name of it. */
                            fieldName?: string;
                            /** @description Its display name. */
                            displayName?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description Its fields; absent if the provider was not asked, or gave none. */
                        allFields?: {
                            /**
                             * @description The provider's name of it.
                             * @example lifecyclestage
                             */
                            fieldName: string;
                            /**
                             * @description Its display name.
                             * @example Lifecycle Stage
                             */
                            displayName: string;
                            /**
                             * @description What it holds.
                             * @example singleSelect
                             * @enum {string}
                             */
                            valueType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                            /**
                             * @description The same as `valueType`.
                             * @example singleSelect
                             * @enum {string}
                             */
                            fieldType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                            /**
                             * @description The provider's name of its type.
                             * @example enumeration
                             */
                            providerType: string;
                            /**
                             * @description It can never be written.
                             * @example false
                             */
                            readOnly: boolean;
                            /**
                             * @description A new record must have it; absent if the provider does not say.
                             * @example false
                             */
                            isRequired?: boolean;
                            /**
                             * @description No two records hold the same value.
                             * @example false
                             */
                            isUnique: boolean;
                            /**
                             * @description Created by the customer.
                             * @example false
                             */
                            isCustom: boolean;
                            /**
                             * @description Of a `reference`: the objects whose records it names.
                             * @example [
                             *       "Account"
                             *     ]
                             */
                            referenceTo?: string[];
                            /** @description Of a selection: what can be selected. */
                            values?: {
                                /**
                                 * @description The value to write.
                                 * @example customer
                                 */
                                value: string;
                                /**
                                 * @description Its display name.
                                 * @example Customer
                                 */
                                displayValue: string;
                            }[];
                        }[];
                        /** @description The same, by name. */
                        allFieldsMetadata?: {
                            [key: string]: {
                                /**
                                 * @description The provider's name of it.
                                 * @example lifecyclestage
                                 */
                                fieldName: string;
                                /**
                                 * @description Its display name.
                                 * @example Lifecycle Stage
                                 */
                                displayName: string;
                                /**
                                 * @description What it holds.
                                 * @example singleSelect
                                 * @enum {string}
                                 */
                                valueType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                                /**
                                 * @description The same as `valueType`.
                                 * @example singleSelect
                                 * @enum {string}
                                 */
                                fieldType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                                /**
                                 * @description The provider's name of its type.
                                 * @example enumeration
                                 */
                                providerType: string;
                                /**
                                 * @description It can never be written.
                                 * @example false
                                 */
                                readOnly: boolean;
                                /**
                                 * @description A new record must have it; absent if the provider does not say.
                                 * @example false
                                 */
                                isRequired?: boolean;
                                /**
                                 * @description No two records hold the same value.
                                 * @example false
                                 */
                                isUnique: boolean;
                                /**
                                 * @description Created by the customer.
                                 * @example false
                                 */
                                isCustom: boolean;
                                /**
                                 * @description Of a `reference`: the objects whose records it names.
                                 * @example [
                                 *       "Account"
                                 *     ]
                                 */
                                referenceTo?: string[];
                                /** @description Of a selection: what can be selected. */
                                values?: {
                                    /**
                                     * @description The value to write.
                                     * @example customer
                                     */
                                    value: string;
                                    /**
                                     * @description Its display name.
                                     * @example Customer
                                     */
                                    displayValue: string;
                                }[];
                            };
                        };
                        /** @description Why its fields are missing. */
                        error?: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } & {
                    [key: string]: unknown;
                };
                /** @description The value to write. */
                write?: {
                    /** @description Its objects. */
                    objects?: ({
                        /** @description The provider's name of it. */
                        objectName: string;
                        /** @description Its display name. */
                        displayName: string;
                        /** @description The manifest's name of it. */
                        mappedName?: string;
                        /** @description What it must have. */
                        requiredFields?: ({
                            /** @description The provider's name of it. */
                            fieldName?: string;
                            /** @description Its display name. */
                            displayName?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description What it may have. */
                        optionalFields?: ({
                            /** @description The provider's name of it. */
                            fieldName?: string;
                            /** @description Its display name. */
                            displayName?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description Its fields; absent if the provider was not asked, or gave none. */
                        allFields?: {
                            /**
                             * @description The provider's name of it.
                             * @example lifecyclestage
                             */
                            fieldName: string;
                            /**
                             * @description Its display name.
                             * @example Lifecycle Stage
                             */
                            displayName: string;
                            /**
                             * @description What it holds.
                             * @example singleSelect
                             * @enum {string}
                             */
                            valueType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                            /**
                             * @description The same as `valueType`.
                             * @example singleSelect
                             * @enum {string}
                             */
                            fieldType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                            /**
                             * @description The provider's name of its type.
                             * @example enumeration
                             */
                            providerType: string;
                            /**
                             * @description It can never be written.
                             * @example false
                             */
                            readOnly: boolean;
                            /**
                             * @description A new record must have it; absent if the provider does not say.
                             * @example false
                             */
                            isRequired?: boolean;
                            /**
                             * @description No two records hold the same value.
                             * @example false
                             */
                            isUnique: boolean;
                            /**
                             * @description Created by the customer.
                             * @example false
                             */
                            isCustom: boolean;
                            /**
                             * @description Of a `reference`: the objects whose records it names.
                             * @example [
                             *       "Account"
                             *     ]
                             */
                            referenceTo?: string[];
                            /** @description Of a selection: what can be selected. */
                            values?: {
                                /**
                                 * @description The value to write.
                                 * @example customer
                                 */
                                value: string;
                                /**
                                 * @description Its display name.
                                 * @example Customer
                                 */
                                displayValue: string;
                            }[];
                        }[];
                        /** @description The same, by name. */
                        allFieldsMetadata?: {
                            [key: string]: {
                                /**
                                 * @description The provider's name of it.
                                 * @example lifecyclestage
                                 */
                                fieldName: string;
                                /**
                                 * @description Its display name.
                                 * @example Lifecycle Stage
                                 */
                                displayName: string;
                                /**
                                 * @description What it holds.
                                 * @example singleSelect
                                 * @enum {string}
                                 */
                                valueType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                                /**
                                 * @description The same as `valueType`.
                                 * @example singleSelect
                                 * @enum {string}
                                 */
                                fieldType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                                /**
                                 * @description The provider's name of its type.
                                 * @example enumeration
                                 */
                                providerType: string;
                                /**
                                 * @description It can never be written.
                                 * @example false
                                 */
                                readOnly: boolean;
                                /**
                                 * @description A new record must have it; absent if the provider does not say.
                                 * @example false
                                 */
                                isRequired?: boolean;
                                /**
                                 * @description No two records hold the same value.
                                 * @example false
                                 */
                                isUnique: boolean;
                                /**
                                 * @description Created by the customer.
                                 * @example false
                                 */
                                isCustom: boolean;
                                /**
                                 * @description Of a `reference`: the objects whose records it names.
                                 * @example [
                                 *       "Account"
                                 *     ]
                                 */
                                referenceTo?: string[];
                                /** @description Of a selection: what can be selected. */
                                values?: {
                                    /**
                                     * @description The value to write.
                                     * @example customer
                                     */
                                    value: string;
                                    /**
                                     * @description Its display name.
                                     * @example Customer
                                     */
                                    displayValue: string;
                                }[];
                            };
                        };
                        /** @description Why its fields are missing. */
                        error?: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } & {
                    [key: string]: unknown;
                };
                /** @description Objects whose changes are reported. */
                subscribe?: {
                    /** @description Its objects. */
                    objects?: ({
                        /** @description The provider's name of it. */
                        objectName: string;
                        /** @description Its display name. */
                        displayName: string;
                        /** @description The manifest's name of it. */
                        mappedName?: string;
                        /** @description What it must have. */
                        requiredFields?: ({
                            /** @description The provider's name of it. */
                            fieldName?: string;
                            /** @description Its display name. */
                            displayName?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description What it may have. */
                        optionalFields?: ({
                            /** @description The provider's name of it. */
                            fieldName?: string;
                            /** @description Its display name. */
                            displayName?: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        /** @description Its fields; absent if the provider was not asked, or gave none. */
                        allFields?: {
                            /**
                             * @description The provider's name of it.
                             * @example lifecyclestage
                             */
                            fieldName: string;
                            /**
                             * @description Its display name.
                             * @example Lifecycle Stage
                             */
                            displayName: string;
                            /**
                             * @description What it holds.
                             * @example singleSelect
                             * @enum {string}
                             */
                            valueType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                            /**
                             * @description The same as `valueType`.
                             * @example singleSelect
                             * @enum {string}
                             */
                            fieldType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                            /**
                             * @description The provider's name of its type.
                             * @example enumeration
                             */
                            providerType: string;
                            /**
                             * @description It can never be written.
                             * @example false
                             */
                            readOnly: boolean;
                            /**
                             * @description A new record must have it; absent if the provider does not say.
                             * @example false
                             */
                            isRequired?: boolean;
                            /**
                             * @description No two records hold the same value.
                             * @example false
                             */
                            isUnique: boolean;
                            /**
                             * @description Created by the customer.
                             * @example false
                             */
                            isCustom: boolean;
                            /**
                             * @description Of a `reference`: the objects whose records it names.
                             * @example [
                             *       "Account"
                             *     ]
                             */
                            referenceTo?: string[];
                            /** @description Of a selection: what can be selected. */
                            values?: {
                                /**
                                 * @description The value to write.
                                 * @example customer
                                 */
                                value: string;
                                /**
                                 * @description Its display name.
                                 * @example Customer
                                 */
                                displayValue: string;
                            }[];
                        }[];
                        /** @description The same, by name. */
                        allFieldsMetadata?: {
                            [key: string]: {
                                /**
                                 * @description The provider's name of it.
                                 * @example lifecyclestage
                                 */
                                fieldName: string;
                                /**
                                 * @description Its display name.
                                 * @example Lifecycle Stage
                                 */
                                displayName: string;
                                /**
                                 * @description What it holds.
                                 * @example singleSelect
                                 * @enum {string}
                                 */
                                valueType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                                /**
                                 * @description The same as `valueType`.
                                 * @example singleSelect
                                 * @enum {string}
                                 */
                                fieldType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                                /**
                                 * @description The provider's name of its type.
                                 * @example enumeration
                                 */
                                providerType: string;
                                /**
                                 * @description It can never be written.
                                 * @example false
                                 */
                                readOnly: boolean;
                                /**
                                 * @description A new record must have it; absent if the provider does not say.
                                 * @example false
                                 */
                                isRequired?: boolean;
                                /**
                                 * @description No two records hold the same value.
                                 * @example false
                                 */
                                isUnique: boolean;
                                /**
                                 * @description Created by the customer.
                                 * @example false
                                 */
                                isCustom: boolean;
                                /**
                                 * @description Of a `reference`: the objects whose records it names.
                                 * @example [
                                 *       "Account"
                                 *     ]
                                 */
                                referenceTo?: string[];
                                /** @description Of a selection: what can be selected. */
                                values?: {
                                    /**
                                     * @description The value to write.
                                     * @example customer
                                     */
                                    value: string;
                                    /**
                                     * @description Its display name.
                                     * @example Customer
                                     */
                                    displayValue: string;
                                }[];
                            };
                        };
                        /** @description Why its fields are missing. */
                        error?: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        };
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
        Installation: {
            /**
             * Format: uuid
             * @description Installation id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * Format: uuid
             * @description The integration that is installed.
             */
            integrationId: string;
            /** @description The customer group that it is for. */
            group: {
                /**
                 * @description The builder's own reference of the group.
                 * @example acme
                 */
                groupRef: string;
                /**
                 * @description Display name of the group; its reference if it has no name.
                 * @example Acme
                 */
                groupName: string;
                /**
                 * Format: uuid
                 * @description The project that it belongs to.
                 */
                projectId: string;
                /**
                 * Format: date-time
                 * @description When the resource that names it here was created.
                 */
                createTime: string;
            };
            /**
             * @description Whether it can be written to.
             * @enum {string}
             */
            healthStatus: "healthy" | "unhealthy";
            /**
             * @description State of its last operation.
             * @enum {string}
             */
            lastOperationStatus?: "in_progress" | "success" | "failure";
            connection: components["schemas"]["Connection"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * @description Its author.
             * @example checkout service
             */
            createdBy: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
            config: components["schemas"]["InstallationConfig"];
            /**
             * @description Of an answer to a change of the config, at most 20: a replaced revision, unknown members that are probably typing errors, defaults that no write uses, and objects or fields that the CRM lacks.
             * @example [
             *       "`/config/content/write/objects/contacts/inheritMappings` is not known, and was kept. Did you mean `inheritMapping`?"
             *     ]
             */
            warnings?: string[];
        };
        /** @description What a customer group chose, at a time. */
        InstallationConfig: {
            /**
             * Format: uuid
             * @description Config id; operations name it.
             * @example 01980f70-2b6e-7d54-b0c3-91e8a5d7f246
             */
            id: string;
            /**
             * Format: uuid
             * @description The revision of the integration that it is based on.
             */
            revisionId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * @description Its author.
             * @example checkout service
             */
            createdBy: string;
            /**
             * @description What the customer group chose, including unknown members.
             * @example {
             *       "provider": "hubspot",
             *       "write": {
             *         "objects": {
             *           "contacts": {
             *             "objectName": "contacts",
             *             "inheritMapping": true
             *           }
             *         }
             *       }
             *     }
             */
            content: {
                /** @description The integration's provider. */
                provider: string;
            } & {
                [key: string]: unknown;
            };
        };
        InstallationConfigPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["InstallationConfig"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
            };
        };
        InstallationList: components["schemas"]["Installation"][];
        /**
         * @example {
         *       "updateMask": [
         *         "config.content.write.objects.contacts"
         *       ],
         *       "installation": {
         *         "config": {
         *           "content": {
         *             "write": {
         *               "objects": {
         *                 "contacts": {
         *                   "objectName": "contacts",
         *                   "inheritMapping": true
         *                 }
         *               }
         *             }
         *           }
         *         }
         *       }
         *     }
         */
        InstallationPatch: {
            /** @description Paths with dots; each replaces that part, or removes it if the body has none. A dot within a name is escaped by a backslash. */
            updateMask: string[];
            /** @description The new values, at the paths of `updateMask`. */
            installation: {
                /**
                 * Format: uuid
                 * @description The connection that it writes through.
                 */
                connectionId?: string;
                /** @description Parts of the config. */
                config?: {
                    /** @description Author of the change; by default the key. */
                    createdBy?: string;
                    /**
                     * @deprecated
                     * @description Ignored: a change is based on the revision in force.
                     */
                    revisionId?: string;
                    /**
                     * @description What the customer group chose. Members that are not known are kept.
                     * @example {
                     *       "read": {
                     *         "objects": {
                     *           "contacts": {
                     *             "selectedFieldMappings": {
                     *               "mobile": "mobilephone"
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "write": {
                     *         "objects": {
                     *           "contacts": {
                     *             "objectName": "contacts",
                     *             "inheritMapping": true,
                     *             "deletionSettings": {
                     *               "enabled": true
                     *             },
                     *             "selectedFieldSettings": {
                     *               "email": {
                     *                 "writeOnUpdate": "never"
                     *               }
                     *             }
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    content?: {
                        /** @description The integration's provider. */
                        provider?: string;
                        /** @description How objects are written. Other objects cannot be written; without this section the manifest decides. */
                        write?: {
                            /** @description By keys of your own; no two may be about the same object. */
                            objects?: {
                                [key: string]: {
                                    /** @description The manifest's name of the object; the entry's key when absent. */
                                    objectName?: string;
                                    /** @description Whether the read mappings count for writes. */
                                    inheritMapping?: boolean;
                                    /** @description Whether records may be deleted. */
                                    deletionSettings?: {
                                        /** @description False when absent. */
                                        enabled?: boolean;
                                    };
                                    /** @description Whether asynchronous writes may share calls to the CRM. When absent, true for HubSpot; for Salesforce as the project says, since its triggers then see all records of a call. */
                                    gather?: boolean;
                                    /** @description Rules by the builder's name of the field. */
                                    selectedFieldSettings?: {
                                        [key: string]: {
                                            /**
                                             * @description `always` when absent.
                                             * @enum {string}
                                             */
                                            writeOnCreate?: "always" | "never";
                                            /**
                                             * @description `always` when absent.
                                             * @enum {string}
                                             */
                                            writeOnUpdate?: "always" | "never" | "ifEmpty";
                                            /** @description Used when the field is missing from a write; exactly one member. */
                                            default?: {
                                                /** @description A text. */
                                                stringValue?: string;
                                                /** @description A whole number. */
                                                integerValue?: number;
                                                /** @description True or false. */
                                                booleanValue?: boolean;
                                            };
                                        };
                                    };
                                    /** @description The older form of defaults, by field. */
                                    selectedValueDefaults?: {
                                        [key: string]: {
                                            /** @description The default. */
                                            value: unknown;
                                            /**
                                             * @description Whether it is used for updates, too.
                                             * @enum {string}
                                             */
                                            applyOnUpdate?: "always" | "never";
                                        } & {
                                            [key: string]: unknown;
                                        };
                                    };
                                } & {
                                    [key: string]: unknown;
                                };
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description How objects are read. */
                        read?: {
                            /** @description By keys of your own; no two may be about the same object. */
                            objects?: {
                                [key: string]: {
                                    /** @description The manifest's name of the object; the entry's key when absent. */
                                    objectName?: string;
                                    /** @description Name of the destination that its records go to. */
                                    destination?: string;
                                    /** @description The builder's field name to the customer's field name. */
                                    selectedFieldMappings?: {
                                        [key: string]: string;
                                    };
                                    /** @description Kept as it is given. */
                                    selectedFields?: unknown;
                                    /** @description Kept as it is given. */
                                    selectedFieldsAuto?: unknown;
                                    /** @description Kept as it is given. */
                                    selectedValueMappings?: unknown;
                                    /** @description Kept as it is given. */
                                    schedule?: unknown;
                                    /** @description Kept as it is given. */
                                    backfill?: unknown;
                                } & {
                                    [key: string]: unknown;
                                };
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description Which changes are subscribed to. */
                        subscribe?: {
                            /** @description By keys of your own; no two may be about the same object. */
                            objects?: {
                                [key: string]: {
                                    /** @description The manifest's name of the object; the entry's key when absent. */
                                    objectName?: string;
                                    /** @description Name of the destination that its records go to. */
                                    destination?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description Whether the provider's API may be called through. */
                        proxy?: {
                            /** @description Whether it may. */
                            enabled?: boolean;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        InstallationRequest: {
            /**
             * @description The customer group that installs the integration.
             * @example acme
             */
            groupRef: string;
            /**
             * @description Display name of the group.
             * @example Acme
             */
            groupName?: string;
            /**
             * Format: uuid
             * @description The connection that it writes through; by default the group's newest working one to the provider, else its newest.
             */
            connectionId?: string;
            /** @description The first config. */
            config: {
                /**
                 * @description What the customer group chose. Members that are not known are kept.
                 * @example {
                 *       "read": {
                 *         "objects": {
                 *           "contacts": {
                 *             "selectedFieldMappings": {
                 *               "mobile": "mobilephone"
                 *             }
                 *           }
                 *         }
                 *       },
                 *       "write": {
                 *         "objects": {
                 *           "contacts": {
                 *             "objectName": "contacts",
                 *             "inheritMapping": true,
                 *             "deletionSettings": {
                 *               "enabled": true
                 *             },
                 *             "selectedFieldSettings": {
                 *               "email": {
                 *                 "writeOnUpdate": "never"
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                content: {
                    /** @description The integration's provider. */
                    provider?: string;
                    /** @description How objects are written. Other objects cannot be written; without this section the manifest decides. */
                    write?: {
                        /** @description By keys of your own; no two may be about the same object. */
                        objects?: {
                            [key: string]: {
                                /** @description The manifest's name of the object; the entry's key when absent. */
                                objectName?: string;
                                /** @description Whether the read mappings count for writes. */
                                inheritMapping?: boolean;
                                /** @description Whether records may be deleted. */
                                deletionSettings?: {
                                    /** @description False when absent. */
                                    enabled?: boolean;
                                };
                                /** @description Whether asynchronous writes may share calls to the CRM. When absent, true for HubSpot; for Salesforce as the project says, since its triggers then see all records of a call. */
                                gather?: boolean;
                                /** @description Rules by the builder's name of the field. */
                                selectedFieldSettings?: {
                                    [key: string]: {
                                        /**
                                         * @description `always` when absent.
                                         * @enum {string}
                                         */
                                        writeOnCreate?: "always" | "never";
                                        /**
                                         * @description `always` when absent.
                                         * @enum {string}
                                         */
                                        writeOnUpdate?: "always" | "never" | "ifEmpty";
                                        /** @description Used when the field is missing from a write; exactly one member. */
                                        default?: {
                                            /** @description A text. */
                                            stringValue?: string;
                                            /** @description A whole number. */
                                            integerValue?: number;
                                            /** @description True or false. */
                                            booleanValue?: boolean;
                                        };
                                    };
                                };
                                /** @description The older form of defaults, by field. */
                                selectedValueDefaults?: {
                                    [key: string]: {
                                        /** @description The default. */
                                        value: unknown;
                                        /**
                                         * @description Whether it is used for updates, too.
                                         * @enum {string}
                                         */
                                        applyOnUpdate?: "always" | "never";
                                    } & {
                                        [key: string]: unknown;
                                    };
                                };
                            } & {
                                [key: string]: unknown;
                            };
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description How objects are read. */
                    read?: {
                        /** @description By keys of your own; no two may be about the same object. */
                        objects?: {
                            [key: string]: {
                                /** @description The manifest's name of the object; the entry's key when absent. */
                                objectName?: string;
                                /** @description Name of the destination that its records go to. */
                                destination?: string;
                                /** @description The builder's field name to the customer's field name. */
                                selectedFieldMappings?: {
                                    [key: string]: string;
                                };
                                /** @description Kept as it is given. */
                                selectedFields?: unknown;
                                /** @description Kept as it is given. */
                                selectedFieldsAuto?: unknown;
                                /** @description Kept as it is given. */
                                selectedValueMappings?: unknown;
                                /** @description Kept as it is given. */
                                schedule?: unknown;
                                /** @description Kept as it is given. */
                                backfill?: unknown;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Which changes are subscribed to. */
                    subscribe?: {
                        /** @description By keys of your own; no two may be about the same object. */
                        objects?: {
                            [key: string]: {
                                /** @description The manifest's name of the object; the entry's key when absent. */
                                objectName?: string;
                                /** @description Name of the destination that its records go to. */
                                destination?: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Whether the provider's API may be called through. */
                    proxy?: {
                        /** @description Whether it may. */
                        enabled?: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
                /**
                 * @deprecated
                 * @description Revision that it is based on. If the integration has no such revision, the latest one is used, and `warnings` say so.
                 */
                revisionId?: string;
                /** @description Its author; by default the key. */
                createdBy?: string;
            };
        };
        Integration: {
            /**
             * Format: uuid
             * @description Integration id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * @description Unique in the project; addresses accept it instead of the id.
             * @example demo-hubspot
             */
            name: string;
            /**
             * @description Its display name.
             * @example Demo HubSpot
             */
            displayName?: string;
            /**
             * @description The provider that it writes to.
             * @example hubspot
             */
            provider: string;
            latestRevision: components["schemas"]["Revision"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
        };
        IntegrationList: components["schemas"]["Integration"][];
        /**
         * @example {
         *       "name": "spare-hubspot",
         *       "provider": "hubspot"
         *     }
         */
        IntegrationRequest: {
            /**
             * @description Unique in the project.
             * @example spare-hubspot
             */
            name: string;
            /**
             * @description The provider that it writes to.
             * @example hubspot
             */
            provider: string;
            /** @description What it does. Without it, the integration does nothing until it gets a revision. */
            latestRevision?: {
                /**
                 * @description A manifest, as YAML. Its entry with this name is used; others are ignored.
                 * @example specVersion: 1.0.0
                 *     integrations:
                 *       - name: demo-hubspot
                 *         provider: hubspot
                 *         write:
                 *           objects:
                 *             - objectName: contacts
                 */
                sourceYaml: string;
            };
        };
        JwtKey: {
            /**
             * Format: uuid
             * @description Id of the key.
             */
            id: string;
            /**
             * Format: uuid
             * @description What tokens name as `kid` in their header: the id of the key.
             */
            kid: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * @description Purpose of the key.
             * @example customer portal
             */
            label: string;
            /**
             * @description How its tokens are signed. `RSA` means RS256.
             * @example EdDSA
             * @enum {string}
             */
            algorithm: "RS256" | "ES256" | "EdDSA" | "RSA";
            /**
             * @description The public key, in PEM (SPKI).
             * @example -----BEGIN PUBLIC KEY-----
             *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
             *     -----END PUBLIC KEY-----
             */
            publicKeyPem: string;
            /**
             * @description What its tokens may do; a token without a group may be narrower by its `scope` claim.
             * @example [
             *       "full"
             *     ]
             */
            scopes: ("full" | "write:records" | "operations:read" | "operations:manage" | "installations:read" | "installations:manage" | "notifications:read" | "notifications:manage" | "events:publish" | "frontend")[];
            /**
             * @description Whether its tokens must name the project in `aud`, by id or name. Otherwise a token without `aud` counts, too.
             * @example true
             */
            audienceRequired: boolean;
            /** @description Whether its tokens are accepted. */
            active: boolean;
            /**
             * Format: date-time
             * @description When one of its tokens was last used, to about a minute; absent if never since Writ records this.
             */
            lastUsedTime?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
        };
        JwtKeyList: components["schemas"]["JwtKey"][];
        JwtKeyPatch: {
            /**
             * @description The members to change; others are ignored.
             * @example [
             *       "active"
             *     ]
             */
            updateMask: ("label" | "scopes" | "audienceRequired" | "active")[];
            /**
             * @description The new values.
             * @example {
             *       "active": false
             *     }
             */
            jwtKey: {
                /**
                 * @description Purpose of the key.
                 * @example customer portal
                 */
                label?: string;
                /**
                 * @description What its tokens may do; a token without a group may be narrower by its `scope` claim.
                 * @example [
                 *       "full"
                 *     ]
                 */
                scopes?: ("full" | "write:records" | "operations:read" | "operations:manage" | "installations:read" | "installations:manage" | "notifications:read" | "notifications:manage" | "events:publish" | "frontend")[];
                /**
                 * @description Whether its tokens must name the project in `aud`, by id or name. Otherwise a token without `aud` counts, too.
                 * @example true
                 */
                audienceRequired?: boolean;
                /** @description Whether its tokens are accepted. */
                active?: boolean;
            };
        };
        JwtKeyRequest: {
            /**
             * @description Purpose of the key.
             * @example customer portal
             */
            label: string;
            /**
             * @description How its tokens are signed: `RS256` by default; `RSA` means the same.
             * @example EdDSA
             * @enum {string}
             */
            algorithm?: "RS256" | "ES256" | "EdDSA" | "RSA";
            /**
             * @description The public key, in PEM (SPKI).
             * @example -----BEGIN PUBLIC KEY-----
             *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
             *     -----END PUBLIC KEY-----
             */
            publicKeyPem: string;
            /**
             * @description What its tokens may do; a token without a group may be narrower by its `scope` claim. `full` unless given.
             * @example [
             *       "full"
             *     ]
             */
            scopes?: ("full" | "write:records" | "operations:read" | "operations:manage" | "installations:read" | "installations:manage" | "notifications:read" | "notifications:manage" | "events:publish" | "frontend")[];
            /**
             * @description Whether its tokens must name the project in `aud`, by id or name. Otherwise a token without `aud` counts, too. On unless given.
             * @example true
             */
            audienceRequired?: boolean;
        };
        Lane: {
            /**
             * Format: uuid
             * @description Lane id; of a destination's lane, the destination's id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Project whose backlog it is.
             */
            projectId: string;
            /**
             * @description Whether it holds writes to a provider account, or deliveries to a destination.
             * @enum {string}
             */
            kind: "provider" | "destination";
            /**
             * @description Of a provider account.
             * @example hubspot
             */
            provider?: string;
            /**
             * @description The provider's own id of the account.
             * @example 25104733
             */
            account?: string;
            /**
             * @description Groups whose connections lead to the account: 20 at most.
             * @example [
             *       "acme"
             *     ]
             */
            groupRefs?: string[];
            /** @description There are more groups than listed. */
            moreGroups?: boolean;
            /**
             * @description Number waiting, counted up to 10,000.
             * @example 312
             */
            queued: number;
            /** @description There are more than were counted. */
            moreQueued?: boolean;
            /**
             * Format: date-time
             * @description When the first of them is or was due.
             */
            oldestDue?: string;
            /**
             * @description Number done a second, over about the last minute.
             * @example 12.4
             */
            rate: number;
            /** @description Why nothing is sent now. */
            waiting?: {
                /**
                 * @description `quota`: the provider's limit is used up; `outage`: the other side is down; `paused`: by an operator.
                 * @enum {string}
                 */
                reason: "quota" | "outage" | "paused";
                /**
                 * Format: date-time
                 * @description When it resumes; absent while it is paused.
                 */
                until?: string;
            };
            /** @description Of a lane that is paused: when, by whom and why. */
            paused?: {
                /**
                 * Format: date-time
                 * @description When it was paused last.
                 */
                time: string;
                /** @description Who paused it. */
                by: {
                    /**
                     * @description Kind of their credential.
                     * @enum {string}
                     */
                    kind: "apiKey" | "jwt" | "session" | "admin" | "command" | "anyone";
                    /**
                     * @description Id of the key; `admin` if there is none.
                     * @example admin
                     */
                    id: string;
                    /**
                     * @description The only group that the token was for.
                     * @example acme
                     */
                    groupRef?: string;
                };
                /**
                 * @description The given reason.
                 * @example The org is being migrated.
                 */
                reason?: string;
            };
            /**
             * @description Number in flight, counted up to 200.
             * @example 4
             */
            inFlight: number;
            /** @description The latest failed attempt of the waiting work, if a bounded search finds it. */
            lastFault?: {
                /**
                 * Format: uuid
                 * @description Id of the operation, or of the delivery.
                 */
                id: string;
                /**
                 * Format: date-time
                 * @description When it was tried.
                 */
                time: string;
                /**
                 * @description Message of the other side.
                 * @example HubSpot answered 503.
                 */
                message: string;
                /**
                 * @description The provider's code.
                 * @example DAILY_LIMIT
                 */
                code?: string;
                /**
                 * @description Status of the answer.
                 * @example 503
                 */
                status?: number;
            };
            /** @description Of a provider account: how much of the provider's quota is used, also by other clients. */
            quota?: {
                /**
                 * @description Calls that the provider allows in a window.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description How many of them Writ uses at most.
                 * @example 90
                 */
                usable?: number;
                /**
                 * @description Calls that count in the window now.
                 * @example 37
                 */
                used?: number;
                /**
                 * @description Length of the window.
                 * @example 10
                 */
                windowSeconds?: number;
                /**
                 * Format: date-time
                 * @description When the first of the used calls leaves the window.
                 */
                reset?: string;
                /**
                 * Format: date-time
                 * @description The provider has refused calls until then.
                 */
                closedUntil?: string;
                /**
                 * Format: date-time
                 * @description Asynchronous writes have used their share of the day, and resume then.
                 */
                dayUsedUntil?: string;
            };
            /** @description Of a provider account: whether calls are made. */
            breaker?: {
                /**
                 * @description `closed`: calls are made; `open`: the provider seems down, so no calls are made; `probing`: one call checks it.
                 * @enum {string}
                 */
                state: "closed" | "open" | "probing";
                /**
                 * Format: date-time
                 * @description When the next call checks it.
                 */
                until?: string;
            };
            /**
             * @description Members that are missing because their store cannot be reached.
             * @example [
             *       "quota",
             *       "breaker"
             *     ]
             */
            notKnown?: ("quota" | "breaker")[];
            /** @description Of an enabled destination: its failures since the last success. */
            failing?: {
                /**
                 * Format: date-time
                 * @description When the current failures began.
                 */
                since: string;
                /**
                 * @description Failed attempts since the last success.
                 * @example 12
                 */
                failuresInRow: number;
            };
            /** @description Whether the destination is disabled: nothing is sent, and new deliveries are held. */
            disabled?: boolean;
            /**
             * Format: date-time
             * @description When it was first used.
             */
            createTime: string;
        };
        LanePage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["Lane"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
            };
        };
        /**
         * @example {
         *       "reason": "The org is being migrated."
         *     }
         */
        LanePause: {
            /**
             * @description Why, for readers of the lane.
             * @example The org is being migrated.
             */
            reason?: string;
        };
        ManifestRequest: {
            /**
             * @description The manifest, as YAML: the integrations to make or to change.
             * @example specVersion: 1.0.0
             *     integrations:
             *       - name: demo-hubspot
             *         provider: hubspot
             *         write:
             *           objects:
             *             - objectName: contacts
             */
            sourceYaml: string;
        };
        NewApiKey: {
            /**
             * Format: uuid
             * @description Id of the key; it is no secret.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * @description Purpose of the key.
             * @example checkout service
             */
            label: string;
            /**
             * @description Its scopes.
             * @example [
             *       "write:records",
             *       "operations:read"
             *     ]
             */
            scopes: ("full" | "write:records" | "operations:read" | "operations:manage" | "installations:read" | "installations:manage" | "notifications:read" | "notifications:manage" | "events:publish" | "frontend")[];
            /** @description Whether it is active; it may still have expired. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it expires; absent: never.
             */
            expireTime?: string;
            /**
             * @description Beginning of the key; absent for keys older than this member.
             * @example writ_3kQ9
             */
            prefix?: string;
            /**
             * Format: date-time
             * @description When it was last used, to about a minute; absent if never since Writ records this.
             */
            lastUsedTime?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
            /**
             * @description The key. It is shown only once.
             * @example writ_0000000000000000000000000000000000000000000000000
             */
            key: string;
        };
        NotificationEventTopicRoute: {
            /**
             * Format: uuid
             * @description Route id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * Format: uuid
             * @description Id of the topic.
             * @example 01980f71-0d35-7b48-a9f6-2e7c84b15d03
             */
            topicId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
            /**
             * @description The event type that the topic receives.
             * @example write.async.done
             * @enum {string}
             */
            eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
        };
        NotificationEventTopicRouteList: components["schemas"]["NotificationEventTopicRoute"][];
        NotificationEventTopicRouteRequest: {
            /**
             * @description Id of the topic.
             * @example 01980f71-0d35-7b48-a9f6-2e7c84b15d03
             */
            topicId: string;
            /**
             * @description The event type that the topic receives.
             * @example write.async.done
             * @enum {string}
             */
            eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
        };
        /**
         * @description The project is named once: as `projectIdOrName` or as `projectId`.
         * @example {
         *       "projectIdOrName": "demo",
         *       "provider": "hubspot",
         *       "groupRef": "acme",
         *       "consumerRef": "ada"
         *     }
         */
        OauthConnectRequest: {
            /**
             * @description Id or name of the project.
             * @example demo
             */
            projectIdOrName?: string;
            /**
             * @description The same as `projectIdOrName`.
             * @example demo
             */
            projectId?: string;
            /**
             * @description The provider that is connected.
             * @example hubspot
             */
            provider: string;
            /**
             * @description The customer group that the connection will be for.
             * @example acme
             */
            groupRef: string;
            /**
             * @description The person who connects.
             * @example ada
             */
            consumerRef?: string;
            /** @description Display name of the group. */
            groupName?: string;
            /** @description The person's name. */
            consumerName?: string;
            /** @description The account's name at the provider, such as a subdomain. */
            providerWorkspaceRef?: string;
            /** @description Facts about the customer's account, such as `instanceUrl`. Each is a text, or `{value, source}`. */
            providerMetadata?: {
                [key: string]: unknown;
            };
            /** @description Id of the project's app at the provider; that app is used in any case. */
            providerAppId?: string;
            /** @description Ignored: the state always leads only to its group. */
            enableCSRFProtection?: boolean;
        };
        /**
         * @description The installation is named once: by `groupRef` or by `installationId`.
         * @example {
         *       "groupRef": "acme",
         *       "action": "write",
         *       "changes": [
         *         {
         *           "op": "add",
         *           "path": "/deletionSettings",
         *           "value": {
         *             "enabled": true
         *           }
         *         }
         *       ]
         *     }
         */
        ObjectConfigPatch: {
            /**
             * @description The customer group whose installation is changed.
             * @example acme
             */
            groupRef?: string;
            /**
             * Format: uuid
             * @description The installation, instead of its group.
             */
            installationId?: string;
            /**
             * @description The section of the object.
             * @enum {string}
             */
            action: "read" | "write" | "subscribe";
            /** @description Changes, made in order; all or none. */
            changes: {
                /**
                 * @description `add` also overwrites.
                 * @enum {string}
                 */
                op: "add" | "replace" | "remove";
                /** @description JSON Pointer from the object's config to a member. */
                path: string;
                /** @description The new value; not for `remove`. */
                value?: unknown;
            }[];
        };
        /**
         * @description An object of a customer's CRM.
         * @example {
         *       "name": "contacts",
         *       "displayName": "contacts",
         *       "fields": {
         *         "lifecyclestage": {
         *           "fieldName": "lifecyclestage",
         *           "displayName": "Lifecycle Stage",
         *           "valueType": "singleSelect",
         *           "fieldType": "singleSelect",
         *           "providerType": "enumeration",
         *           "readOnly": false,
         *           "isUnique": false,
         *           "isCustom": false,
         *           "values": [
         *             {
         *               "value": "customer",
         *               "displayValue": "Customer"
         *             }
         *           ]
         *         }
         *       }
         *     }
         */
        ObjectMetadata: {
            /** @description The provider's name of it. */
            name: string;
            /** @description Its display name; its name if the provider gives none. */
            displayName: string;
            /** @description The manifest's name of it. */
            mappedName?: string;
            /** @description Its fields, by name. */
            fields: {
                [key: string]: {
                    /**
                     * @description The provider's name of it.
                     * @example lifecyclestage
                     */
                    fieldName: string;
                    /**
                     * @description Its display name.
                     * @example Lifecycle Stage
                     */
                    displayName: string;
                    /**
                     * @description What it holds.
                     * @example singleSelect
                     * @enum {string}
                     */
                    valueType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                    /**
                     * @description The same as `valueType`.
                     * @example singleSelect
                     * @enum {string}
                     */
                    fieldType: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
                    /**
                     * @description The provider's name of its type.
                     * @example enumeration
                     */
                    providerType: string;
                    /**
                     * @description It can never be written.
                     * @example false
                     */
                    readOnly: boolean;
                    /**
                     * @description A new record must have it; absent if the provider does not say.
                     * @example false
                     */
                    isRequired?: boolean;
                    /**
                     * @description No two records hold the same value.
                     * @example false
                     */
                    isUnique: boolean;
                    /**
                     * @description Created by the customer.
                     * @example false
                     */
                    isCustom: boolean;
                    /**
                     * @description Of a `reference`: the objects whose records it names.
                     * @example [
                     *       "Account"
                     *     ]
                     */
                    referenceTo?: string[];
                    /** @description Of a selection: what can be selected. */
                    values?: {
                        /**
                         * @description The value to write.
                         * @example customer
                         */
                        value: string;
                        /**
                         * @description Its display name.
                         * @example Customer
                         */
                        displayValue: string;
                    }[];
                };
            };
        };
        Operation: {
            /**
             * Format: uuid
             * @description Operation id.
             */
            id: string;
            /**
             * Format: uuid
             * @description Project that the write belongs to.
             */
            projectId: string;
            /**
             * Format: uuid
             * @description Integration that the write went through.
             */
            integrationId: string;
            /**
             * Format: uuid
             * @description Installation that was written to.
             */
            installationId: string;
            /**
             * Format: uuid
             * @description Installation config that was in force when the write was accepted.
             */
            configId: string;
            /**
             * @description The kind of action.
             * @enum {string}
             */
            actionType: "write";
            /**
             * @description State of the write.
             * @example success
             * @enum {string}
             */
            status: "in_progress" | "success" | "failure";
            /**
             * @description Outcome in words.
             * @example Write completed
             */
            result?: string;
            /**
             * Format: date-time
             * @description When the write was accepted.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the operation last changed.
             */
            updateTime: string;
            /**
             * @description The object that is written.
             * @example contacts
             */
            resource: string;
            /**
             * @description Customer group that is written to.
             * @example acme
             */
            groupRef: string;
            /**
             * @description Provider that is written to.
             * @example hubspot
             */
            provider: string;
            /**
             * @description The provider's account that the write was accepted for.
             * @example 244981
             */
            account: string;
            /**
             * Format: uuid
             * @description Lane of that account, in which writes to it wait.
             */
            laneId: string;
            /**
             * @description Email address or name of the first record, or the key of its upsert; absent if it has none, and once the sent records are removed.
             * @example ada@example.com
             */
            label?: string;
            /**
             * @description Request that sent the write; of an auto batch, its first record.
             * @example checkout-7f3a
             */
            requestId: string;
            /**
             * @description Trace of that request (W3C Trace Context); of an auto batch, of its first.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            traceId?: string;
            /**
             * @description Idempotency key of the request. Records of an auto batch have their own.
             * @example order-5021
             */
            idempotencyKey?: string;
            /**
             * @description Kind of the last failure. After the operation has ended: the kind shared by the records that failed for good. `cancelled` if it was cancelled.
             * @example rate-limited
             * @enum {string}
             */
            fault?: "rate-limited" | "unavailable" | "locked" | "timeout" | "unauthorized" | "forbidden" | "not-found" | "invalid" | "conflict" | "unknown" | "cancelled";
            /**
             * Format: uuid
             * @description The operation whose failed records it retries.
             */
            retryOf?: string;
            /**
             * Format: uuid
             * @description The operation that retries its failed records.
             */
            retriedAs?: string;
            /** @description Progress of the write. */
            metadata: {
                /**
                 * @description Type of the write.
                 * @enum {string}
                 */
                type: "create" | "update" | "upsert" | "delete";
                /**
                 * @description Mode of the write.
                 * @enum {string}
                 */
                mode: "synchronous" | "asynchronous";
                /** @description Records of the write. */
                recordCount: number;
                /** @description Records that the provider wrote. */
                succeeded: number;
                /**
                 * @description Records that failed for good.
                 * @example 0
                 */
                failed: number;
                /**
                 * @description Provider ids of the records written, at most 100.
                 * @example [
                 *       "101"
                 *     ]
                 */
                successfulRecordIds?: string[];
                /** @description Attempts of an asynchronous write. */
                retry?: {
                    /** @description Attempts so far. */
                    attempts: number;
                    /**
                     * Format: date-time
                     * @description When the last attempt began.
                     */
                    lastAttempt?: string;
                    /**
                     * Format: date-time
                     * @description When the next attempt is due; absent while that is unknown, as for a paused account.
                     */
                    nextAttempt?: string;
                    /**
                     * Format: date-time
                     * @description When retrying ends.
                     */
                    deadline?: string;
                    /** @description Why the last attempt failed; absent once the write has ended. */
                    lastError?: {
                        /** @description Message of the provider. */
                        message: string;
                        /** @description The provider's code. */
                        code?: string;
                        /** @description HTTP status of the provider's answer. */
                        providerStatus?: number;
                    };
                };
                /** @description Of an auto batch. It runs at 100 records, at 8 MiB, when the delay of its first record is over, or when a record arrives after the installation has moved to another account. */
                autoBatch?: {
                    /**
                     * @description Whether it still collects records, or is being written. Absent once it has ended.
                     * @enum {string}
                     */
                    stage?: "accumulating" | "executing";
                    /** @description Records it holds. */
                    count: number;
                    /**
                     * Format: date-time
                     * @description When it runs at the latest.
                     */
                    runsAt?: string;
                };
                /** @description Why the write has not been sent yet. */
                waiting?: {
                    /**
                     * @description `quota`: the provider's limit is used up; `order`: an earlier write to the same record comes first; `connection`: its connection cannot be used now, and `cause` says why; `outage`: the provider is down; `paused`: an operator paused the account's lane; `batch`: the auto batch still collects records; `retry`: its last attempt failed, and the next one is not due yet.
                     * @enum {string}
                     */
                    reason: "quota" | "order" | "connection" | "outage" | "paused" | "batch" | "retry";
                    /**
                     * Format: date-time
                     * @description When it continues at the latest.
                     */
                    until?: string;
                    /**
                     * Format: uuid
                     * @description Of `order`: the earlier write that comes first.
                     */
                    operationId?: string;
                    /**
                     * @description Of `connection`: why it cannot be used, such as the provider's refusal to renew its access token.
                     * @example The connection does not work until the customer reconnects it
                     */
                    cause?: string;
                };
                /** @description At least one record may exist twice, or may have been written although it is reported as failed. */
                ambiguous?: boolean;
                /**
                 * @description Differences from the request, such as fields that the settings dropped or filled. The log has all of them.
                 * @example [
                 *       "Missing from the request, so the default was used: lifecyclestage"
                 *     ]
                 */
                warnings?: string[];
            };
        };
        OperationAttempt: {
            /**
             * @description The first one is 1.
             * @example 1
             */
            number: number;
            /**
             * @description How it ended: `retry` if another follows, else `success` if it wrote a record; `unknown` if it was cut off because its process died or its time ran out.
             * @example retry
             * @enum {string}
             */
            outcome: "running" | "success" | "retry" | "failure" | "unknown";
            /**
             * Format: date-time
             * @description When it began.
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description When its outcome was stored; absent while it runs, and if it was cut off.
             */
            endTime?: string;
            /**
             * @description Method and path of the call to the provider; of several, the last that may have written. Absent without a call.
             * @example POST /crm/v3/objects/contacts
             */
            endpoint?: string;
            /**
             * @description HTTP status of its answer; absent if none came.
             * @example 429
             */
            providerStatus?: number;
            /** @description The provider's id of the call, which its support asks for. */
            correlationId?: string;
            /**
             * Format: uuid
             * @description Of a call that several operations shared: its id, which the attempts of all of them show. Absent if the call was of this operation alone.
             */
            providerCall?: string;
            /**
             * @description How many operations shared that call.
             * @example 100
             */
            providerCallOperations?: number;
            /**
             * @description Records that were sent.
             * @example 1
             */
            sent?: number;
            /**
             * @description Records that it wrote.
             * @example 0
             */
            written?: number;
            /**
             * @description Records that it did not write, including those that are retried.
             * @example 1
             */
            failed?: number;
            /**
             * @description Kind of failure.
             * @example rate-limited
             * @enum {string}
             */
            fault?: "rate-limited" | "unavailable" | "locked" | "timeout" | "unauthorized" | "forbidden" | "not-found" | "invalid" | "conflict" | "unknown" | "cancelled";
            /**
             * @description The provider's message, at most 2,000 bytes, without secrets; or why it was not called.
             * @example You have reached your ten_secondly_rolling limit.
             */
            message?: string;
            /**
             * Format: date-time
             * @description When the next attempt was due after it.
             */
            nextAttempt?: string;
            /**
             * @description What the next attempt waited for, or waits for now.
             * @enum {string}
             */
            waitingFor?: "quota" | "order" | "connection" | "outage" | "paused" | "batch" | "retry";
        };
        OperationAttemptPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["OperationAttempt"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
            };
        };
        OperationLog: {
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description How serious it is.
             * @enum {string}
             */
            severity: "INFO" | "WARNING" | "ERROR";
            /** @description What happened, in words and as facts. */
            message: {
                /**
                 * @description Type of the event.
                 * @example Write completed
                 */
                msg: string;
                /** @description The error. */
                error?: string;
                /**
                 * Format: uuid
                 * @description The operation.
                 */
                operation_id: string;
                /**
                 * @description Further facts; values other than texts are JSON in a text.
                 * @example {
                 *       "attempt": "1",
                 *       "durationMs": "120"
                 *     }
                 */
                details?: {
                    [key: string]: string;
                };
            };
        }[];
        OperationPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["Operation"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
                /**
                 * Format: date-time
                 * @description Of a page that ended early: it has looked at everything since this time, and the next page continues there.
                 */
                lookedBackTo?: string;
            };
        };
        OperationRecord: {
            /** @description Place in the request. */
            index: number;
            /**
             * @description State of the record.
             * @example written
             * @enum {string}
             */
            status: "pending" | "written" | "failed";
            /**
             * @description The provider's id of the record. Absent in a written record if the provider did not show its id.
             * @example 101
             */
            recordId?: string;
            /** @description Whether an upsert created the record; absent if unknown. */
            created?: boolean;
            /** @description Why it was not written. */
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
            /** @description The record may exist twice, or may have been written although it failed. While it is pending, Writ looks for it at the provider before sending it again. */
            ambiguous?: boolean;
            /**
             * @description The request that sent the record.
             * @example checkout-7f3a
             */
            requestId: string;
            /** @description The idempotency key of that request. */
            idempotencyKey?: string;
            /** @description How an upsert finds the record. */
            key?: {
                /**
                 * @description The provider's name of the field.
                 * @example email
                 */
                field: string;
                /**
                 * @description The value.
                 * @example ada@example.com
                 */
                value: unknown;
            };
            /** @description The record as it is sent, after the installation's settings were applied. */
            sent?: {
                [key: string]: unknown;
            };
            /** @description What an upsert sends if it creates the record, if that differs from `sent`. */
            sentIfNew?: {
                [key: string]: unknown;
            };
            /** @description The records that it is associated with, as they are sent with it. */
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
            /**
             * @description The fields in `sent` that the operation's config maps, by their names in requests. Absent if there are none, in a retry, and in an auto batch, whose records may belong to several configs.
             * @example {
             *       "mobile": "mobilephone"
             *     }
             */
            mapped?: {
                [key: string]: string;
            };
        };
        OperationRecordPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["OperationRecord"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
            };
        };
        /** @description What would be done; nothing was changed. */
        OperationsPreview: {
            /** @description How many match. */
            count: number;
            /** @description The newest of them. */
            examples: {
                /**
                 * Format: uuid
                 * @description Operation id.
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description Project that the write belongs to.
                 */
                projectId: string;
                /**
                 * Format: uuid
                 * @description Integration that the write went through.
                 */
                integrationId: string;
                /**
                 * Format: uuid
                 * @description Installation that was written to.
                 */
                installationId: string;
                /**
                 * Format: uuid
                 * @description Installation config that was in force when the write was accepted.
                 */
                configId: string;
                /**
                 * @description The kind of action.
                 * @enum {string}
                 */
                actionType: "write";
                /**
                 * @description State of the write.
                 * @example success
                 * @enum {string}
                 */
                status: "in_progress" | "success" | "failure";
                /**
                 * @description Outcome in words.
                 * @example Write completed
                 */
                result?: string;
                /**
                 * Format: date-time
                 * @description When the write was accepted.
                 */
                createTime: string;
                /**
                 * Format: date-time
                 * @description When the operation last changed.
                 */
                updateTime: string;
                /**
                 * @description The object that is written.
                 * @example contacts
                 */
                resource: string;
                /**
                 * @description Customer group that is written to.
                 * @example acme
                 */
                groupRef: string;
                /**
                 * @description Provider that is written to.
                 * @example hubspot
                 */
                provider: string;
                /**
                 * @description The provider's account that the write was accepted for.
                 * @example 244981
                 */
                account: string;
                /**
                 * Format: uuid
                 * @description Lane of that account, in which writes to it wait.
                 */
                laneId: string;
                /**
                 * @description Email address or name of the first record, or the key of its upsert; absent if it has none, and once the sent records are removed.
                 * @example ada@example.com
                 */
                label?: string;
                /**
                 * @description Request that sent the write; of an auto batch, its first record.
                 * @example checkout-7f3a
                 */
                requestId: string;
                /**
                 * @description Trace of that request (W3C Trace Context); of an auto batch, of its first.
                 * @example 4bf92f3577b34da6a3ce929d0e0e4736
                 */
                traceId?: string;
                /**
                 * @description Idempotency key of the request. Records of an auto batch have their own.
                 * @example order-5021
                 */
                idempotencyKey?: string;
                /**
                 * @description Kind of the last failure. After the operation has ended: the kind shared by the records that failed for good. `cancelled` if it was cancelled.
                 * @example rate-limited
                 * @enum {string}
                 */
                fault?: "rate-limited" | "unavailable" | "locked" | "timeout" | "unauthorized" | "forbidden" | "not-found" | "invalid" | "conflict" | "unknown" | "cancelled";
                /**
                 * Format: uuid
                 * @description The operation whose failed records it retries.
                 */
                retryOf?: string;
                /**
                 * Format: uuid
                 * @description The operation that retries its failed records.
                 */
                retriedAs?: string;
                /** @description Progress of the write. */
                metadata: {
                    /**
                     * @description Type of the write.
                     * @enum {string}
                     */
                    type: "create" | "update" | "upsert" | "delete";
                    /**
                     * @description Mode of the write.
                     * @enum {string}
                     */
                    mode: "synchronous" | "asynchronous";
                    /** @description Records of the write. */
                    recordCount: number;
                    /** @description Records that the provider wrote. */
                    succeeded: number;
                    /**
                     * @description Records that failed for good.
                     * @example 0
                     */
                    failed: number;
                    /**
                     * @description Provider ids of the records written, at most 100.
                     * @example [
                     *       "101"
                     *     ]
                     */
                    successfulRecordIds?: string[];
                    /** @description Attempts of an asynchronous write. */
                    retry?: {
                        /** @description Attempts so far. */
                        attempts: number;
                        /**
                         * Format: date-time
                         * @description When the last attempt began.
                         */
                        lastAttempt?: string;
                        /**
                         * Format: date-time
                         * @description When the next attempt is due; absent while that is unknown, as for a paused account.
                         */
                        nextAttempt?: string;
                        /**
                         * Format: date-time
                         * @description When retrying ends.
                         */
                        deadline?: string;
                        /** @description Why the last attempt failed; absent once the write has ended. */
                        lastError?: {
                            /** @description Message of the provider. */
                            message: string;
                            /** @description The provider's code. */
                            code?: string;
                            /** @description HTTP status of the provider's answer. */
                            providerStatus?: number;
                        };
                    };
                    /** @description Of an auto batch. It runs at 100 records, at 8 MiB, when the delay of its first record is over, or when a record arrives after the installation has moved to another account. */
                    autoBatch?: {
                        /**
                         * @description Whether it still collects records, or is being written. Absent once it has ended.
                         * @enum {string}
                         */
                        stage?: "accumulating" | "executing";
                        /** @description Records it holds. */
                        count: number;
                        /**
                         * Format: date-time
                         * @description When it runs at the latest.
                         */
                        runsAt?: string;
                    };
                    /** @description Why the write has not been sent yet. */
                    waiting?: {
                        /**
                         * @description `quota`: the provider's limit is used up; `order`: an earlier write to the same record comes first; `connection`: its connection cannot be used now, and `cause` says why; `outage`: the provider is down; `paused`: an operator paused the account's lane; `batch`: the auto batch still collects records; `retry`: its last attempt failed, and the next one is not due yet.
                         * @enum {string}
                         */
                        reason: "quota" | "order" | "connection" | "outage" | "paused" | "batch" | "retry";
                        /**
                         * Format: date-time
                         * @description When it continues at the latest.
                         */
                        until?: string;
                        /**
                         * Format: uuid
                         * @description Of `order`: the earlier write that comes first.
                         */
                        operationId?: string;
                        /**
                         * @description Of `connection`: why it cannot be used, such as the provider's refusal to renew its access token.
                         * @example The connection does not work until the customer reconnects it
                         */
                        cause?: string;
                    };
                    /** @description At least one record may exist twice, or may have been written although it is reported as failed. */
                    ambiguous?: boolean;
                    /**
                     * @description Differences from the request, such as fields that the settings dropped or filled. The log has all of them.
                     * @example [
                     *       "Missing from the request, so the default was used: lifecyclestage"
                     *     ]
                     */
                    warnings?: string[];
                };
            }[];
            /** @description What would be left out, by reason. */
            leftOut: {
                /**
                 * @description The reason.
                 * @example sent
                 * @enum {string}
                 */
                reason: "running" | "synchronous" | "retriedBefore" | "cancelled" | "written" | "recordsRemoved" | "installationGone" | "otherAccount" | "autoBatch" | "sent" | "destinationDisabled" | "destinationGone" | "underWay" | "changed";
                /** @description Their number. */
                count: number;
                /**
                 * @description The reason in words.
                 * @example Something of them was being sent, or may have been written; `force=true` includes them.
                 */
                detail: string;
            }[];
            /** @description There are too many to count: only some were counted, and the examples are among the newest. */
            more?: boolean;
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
        /** @description A project holds all other resources. */
        Project: {
            /**
             * Format: uuid
             * @description Project id.
             */
            id: string;
            /**
             * @description Unique name; addresses accept it instead of the id.
             * @example demo
             */
            name: string;
            /**
             * @description What consumers call the application.
             * @example Demo shop
             */
            appName: string;
            /**
             * @description Whether pages may hold keys with the scope `frontend`. Everybody who can read such a page can then act for every customer whose `groupRef` they know. Off: pages use JSON Web Tokens of their group.
             * @example false
             */
            pageKeys: boolean;
            /**
             * @description Whether asynchronous writes share CRM calls at Salesforce too, unless `gather` is false in the object's config. Set it if the triggers and flows of your customers can handle 200 records at a time.
             * @example false
             */
            gather: boolean;
            /**
             * @description Days that the sent records of an operation are kept after its end; at most `operationRetentionDays`. Absent: `SENT_RETENTION_DAYS` counts.
             * @example 14
             */
            sentRetentionDays?: number;
            /**
             * @description Days that operations and their logs are kept after their end. Absent: `OPERATION_RETENTION_DAYS` counts.
             * @example 14
             */
            operationRetentionDays?: number;
            /**
             * @description Days that events and deliveries are kept after the last attempt. Absent: `DELIVERY_RETENTION_DAYS` counts.
             * @example 14
             */
            deliveryRetentionDays?: number;
            /**
             * Format: uuid
             * @description The same for all projects: a service belongs to one organization.
             */
            orgId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
            /**
             * Format: date-time
             * @description When its erasure began; absent otherwise. Nothing else of it can be read or used from then on.
             */
            eraseTime?: string;
        };
        /** @description What an erasure would remove; nothing was removed. */
        ProjectErasure: {
            /** @description Installations of the project. */
            installations: number;
            /** @description Connections of the project. */
            connections: number;
            /** @description Operations. Events and settings are not counted. */
            operations: {
                /** @description How many have ended. */
                ended: number;
                /** @description How many have not ended; they end without a further attempt. */
                unfinished: number;
                /** @description Unfinished ones that are in flight or may have been written. */
                sent: number;
            };
            /** @description There are too many operations to count: the numbers are lower bounds. */
            more: boolean;
        };
        ProjectList: components["schemas"]["Project"][];
        ProjectPatch: {
            /**
             * @description The members to change; others are ignored.
             * @example [
             *       "appName"
             *     ]
             */
            updateMask: ("name" | "appName" | "pageKeys" | "gather" | "sentRetentionDays" | "operationRetentionDays" | "deliveryRetentionDays")[];
            /**
             * @description The new values.
             * @example {
             *       "appName": "Demo shop"
             *     }
             */
            project: {
                /**
                 * @description Unique name; letters, digits, dots, dashes and underscores.
                 * @example demo
                 */
                name?: string;
                /**
                 * @description What consumers call the application.
                 * @example Demo shop
                 */
                appName?: string;
                /**
                 * @description Whether pages may hold keys with the scope `frontend`. Everybody who can read such a page can then act for every customer whose `groupRef` they know. Off: pages use JSON Web Tokens of their group.
                 * @example false
                 */
                pageKeys?: boolean;
                /**
                 * @description Whether asynchronous writes share CRM calls at Salesforce too, unless `gather` is false in the object's config. Set it if the triggers and flows of your customers can handle 200 records at a time.
                 * @example false
                 */
                gather?: boolean;
                /**
                 * @description Days that the sent records of an operation are kept after its end; at most `operationRetentionDays`. From 1 to 3650; null: the environment's value. Only administrators may change it.
                 * @example 14
                 */
                sentRetentionDays?: unknown;
                /**
                 * @description Days that operations and their logs are kept after their end. From 4 to 3650; null: the environment's value. Only administrators may change it.
                 * @example 14
                 */
                operationRetentionDays?: unknown;
                /**
                 * @description Days that events and deliveries are kept after the last attempt. From 1 to 3650; null: the environment's value. Only administrators may change it.
                 * @example 14
                 */
                deliveryRetentionDays?: unknown;
            };
        };
        ProjectRequest: {
            /**
             * @description Unique name; letters, digits, dots, dashes and underscores.
             * @example demo
             */
            name: string;
            /**
             * @description What consumers call the application.
             * @example Demo shop
             */
            appName: string;
            /**
             * @description Whether pages may hold keys with the scope `frontend`. Everybody who can read such a page can then act for every customer whose `groupRef` they know. Off: pages use JSON Web Tokens of their group. Off unless given.
             * @example false
             */
            pageKeys?: boolean;
            /**
             * @description Whether asynchronous writes share CRM calls at Salesforce too, unless `gather` is false in the object's config. Set it if the triggers and flows of your customers can handle 200 records at a time. Off unless given.
             * @example false
             */
            gather?: boolean;
            /** @description Accepted and ignored. */
            orgId?: string;
        };
        /**
         * @example {
         *       "name": "hubspot",
         *       "displayName": "HubSpot",
         *       "authType": "oauth2",
         *       "baseURL": "https://api.hubapi.com",
         *       "support": {
         *         "bulkWrite": {
         *           "insert": true,
         *           "update": true,
         *           "upsert": true,
         *           "delete": false
         *         },
         *         "proxy": false,
         *         "read": false,
         *         "subscribe": false,
         *         "write": true
         *       },
         *       "oauth2Opts": {
         *         "authURL": "https://app.hubspot.com/oauth/authorize",
         *         "tokenURL": "https://api.hubapi.com/oauth/2026-03/token",
         *         "explicitScopesRequired": true,
         *         "explicitWorkspaceRequired": false,
         *         "grantType": "authorizationCode",
         *         "tokenMetadataFields": {
         *           "workspaceRefField": "hub_id",
         *           "consumerRefField": "user_id",
         *           "scopesField": "scopes"
         *         }
         *       },
         *       "providerOpts": {},
         *       "credentials": [
         *         "apiKey",
         *         "oauth2AuthorizationCode"
         *       ],
         *       "writes": [
         *         "create",
         *         "update",
         *         "upsert",
         *         "delete"
         *       ],
         *       "associations": true,
         *       "headers": false,
         *       "delete": true,
         *       "ifEmpty": true,
         *       "batch": {
         *         "maxRecords": 100,
         *         "allOrNone": {
         *           "create": true,
         *           "update": false,
         *           "upsert": false
         *         }
         *       }
         *     }
         */
        Provider: {
            /** @description How manifests and connections name it. */
            name: string;
            /** @description Its display name. */
            displayName: string;
            /**
             * @description How its connections authenticate their calls.
             * @enum {string}
             */
            authType: "oauth2" | "apiKey";
            /** @description Address of its API; `{{.workspace}}` stands for the account's name at the provider. */
            baseURL: string;
            /** @description What Writ can do with it. */
            support: {
                /** @description What one call can do with many records. */
                bulkWrite: {
                    /** @description Create them. */
                    insert: boolean;
                    /** @description Update them. */
                    update: boolean;
                    /** @description Create or update them. */
                    upsert: boolean;
                    /** @description Delete them. */
                    delete: boolean;
                };
                /** @description Calls are passed on as they are. */
                proxy: boolean;
                /** @description Records are read on a schedule. */
                read: boolean;
                /** @description Changes of records are reported. */
                subscribe: boolean;
                /** @description Records are written. */
                write: boolean;
            };
            /** @description How a customer gives access. */
            oauth2Opts: {
                /** @description Where a person consents. */
                authURL: string;
                /** @description Where tokens come from. */
                tokenURL: string;
                /** @description Scopes must be named in the consent request. */
                explicitScopesRequired: boolean;
                /** @description The account must be named in the consent request. */
                explicitWorkspaceRequired: boolean;
                /**
                 * @description How tokens are obtained.
                 * @enum {string}
                 */
                grantType: "authorizationCode";
                /** @description Members of the answer with tokens. */
                tokenMetadataFields: {
                    /** @description The account. */
                    workspaceRefField: string;
                    /** @description The person. */
                    consumerRefField: string;
                    /** @description The granted scopes. */
                    scopesField: string;
                };
            };
            /** @description Nothing further. */
            providerOpts: Record<string, never>;
            /** @description The accepted forms of its connections' credentials. */
            credentials: ("apiKey" | "basicAuth" | "oauth2AuthorizationCode" | "oauth2ClientCredentials")[];
            /** @description The types of write that it accepts. */
            writes: ("create" | "update" | "upsert" | "delete")[];
            /** @description Associations may be given with a create. */
            associations: boolean;
            /** @description Headers may be forwarded. */
            headers: boolean;
            /** @description Records may be deleted. */
            delete: boolean;
            /** @description `writeOnUpdate` may be `ifEmpty`. */
            ifEmpty: boolean;
            /** @description Batch writes; absent if there are none. */
            batch?: {
                /** @description Records of one call. */
                maxRecords: number;
                /** @description Whether one bad record can fail the whole batch. */
                allOrNone: {
                    /** @description For a create. */
                    create: boolean;
                    /** @description For an update; if false, updates always give partial success. */
                    update: boolean;
                    /** @description For an upsert; if false, upserts always give partial success. */
                    upsert: boolean;
                };
            };
        };
        ProviderApp: {
            /**
             * Format: uuid
             * @description Id of the provider app.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * @description The provider that the app is at.
             * @example hubspot
             */
            provider: string;
            /**
             * @description The app's client id at the provider.
             * @example 6f1c2b7e-client
             */
            clientId: string;
            /**
             * @description What customers are asked to consent to. An app at HubSpot names at least one.
             * @example [
             *       "crm.objects.contacts.write"
             *     ]
             */
            scopes: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
        };
        ProviderAppList: components["schemas"]["ProviderApp"][];
        /**
         * @example {
         *       "updateMask": [
         *         "clientSecret"
         *       ],
         *       "providerApp": {
         *         "clientSecret": "a-new-client-secret"
         *       }
         *     }
         */
        ProviderAppPatch: {
            /**
             * @description The members to change; others are ignored.
             * @example [
             *       "clientSecret"
             *     ]
             */
            updateMask: ("clientId" | "clientSecret" | "scopes")[];
            /** @description The new values. */
            providerApp: {
                /**
                 * @description The app's client id at the provider.
                 * @example 6f1c2b7e-client
                 */
                clientId?: string;
                /** @description The app's client secret. It is stored sealed and never answered; `[hidden]` in a change leaves it as it is. */
                clientSecret?: string;
                /**
                 * @description What customers are asked to consent to. An app at HubSpot names at least one.
                 * @example [
                 *       "crm.objects.contacts.write"
                 *     ]
                 */
                scopes?: string[];
            };
        };
        /**
         * @example {
         *       "provider": "hubspot",
         *       "clientId": "6f1c2b7e-client",
         *       "clientSecret": "a-client-secret",
         *       "scopes": [
         *         "crm.objects.contacts.write"
         *       ]
         *     }
         */
        ProviderAppRequest: {
            /**
             * @description The provider that the app is at.
             * @example hubspot
             */
            provider: string;
            /**
             * @description The app's client id at the provider.
             * @example 6f1c2b7e-client
             */
            clientId: string;
            /** @description The app's client secret. It is stored sealed and never answered; `[hidden]` in a change leaves it as it is. */
            clientSecret: string;
            /**
             * @description What customers are asked to consent to. An app at HubSpot names at least one.
             * @example [
             *       "crm.objects.contacts.write"
             *     ]
             */
            scopes?: string[];
        };
        /**
         * @example {
         *       "hubspot": {
         *         "name": "hubspot",
         *         "displayName": "HubSpot",
         *         "authType": "oauth2",
         *         "baseURL": "https://api.hubapi.com",
         *         "support": {
         *           "bulkWrite": {
         *             "insert": true,
         *             "update": true,
         *             "upsert": true,
         *             "delete": false
         *           },
         *           "proxy": false,
         *           "read": false,
         *           "subscribe": false,
         *           "write": true
         *         },
         *         "oauth2Opts": {
         *           "authURL": "https://app.hubspot.com/oauth/authorize",
         *           "tokenURL": "https://api.hubapi.com/oauth/2026-03/token",
         *           "explicitScopesRequired": true,
         *           "explicitWorkspaceRequired": false,
         *           "grantType": "authorizationCode",
         *           "tokenMetadataFields": {
         *             "workspaceRefField": "hub_id",
         *             "consumerRefField": "user_id",
         *             "scopesField": "scopes"
         *           }
         *         },
         *         "providerOpts": {},
         *         "credentials": [
         *           "apiKey",
         *           "oauth2AuthorizationCode"
         *         ],
         *         "writes": [
         *           "create",
         *           "update",
         *           "upsert",
         *           "delete"
         *         ],
         *         "associations": true,
         *         "headers": false,
         *         "delete": true,
         *         "ifEmpty": true,
         *         "batch": {
         *           "maxRecords": 100,
         *           "allOrNone": {
         *             "create": true,
         *             "update": false,
         *             "upsert": false
         *           }
         *         }
         *       }
         *     }
         */
        Providers: {
            [key: string]: components["schemas"]["Provider"];
        };
        /**
         * @description A CloudEvents 1.0 event. Without `projectid` it belongs to the project in the path.
         * @example {
         *       "specversion": "1.0",
         *       "id": "01980f70-4f19-7e02-8b6d-5c3a97f1e820",
         *       "source": "/readers/eu",
         *       "type": "read.triggered.done",
         *       "time": "2026-11-21T10:15:30.123456Z",
         *       "projectid": "01980f6e-5c00-7a31-9d62-3f8b41c6e7d2",
         *       "data": {
         *         "projectId": "01980f6e-5c00-7a31-9d62-3f8b41c6e7d2",
         *         "provider": "hubspot",
         *         "integrationId": "01980f6e-70d4-7c19-a5e8-4b20f93d6c17",
         *         "integrationName": "demo-hubspot",
         *         "installationId": "01980f6e-83aa-7f40-9b12-d6e57c081a39",
         *         "groupRef": "acme",
         *         "objectName": "contacts"
         *       }
         *     }
         */
        PublishedEvent: {
            /**
             * @description Version of CloudEvents.
             * @enum {string}
             */
            specversion: "1.0";
            /** @description Unique within its source. */
            id: string;
            /** @description Who published the event; unique together with `id`. */
            source: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            type: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /**
             * Format: uuid
             * @description The project that it concerns.
             */
            projectid?: string;
            /** @description Always JSON. */
            datacontenttype?: string;
            /** @description What the event is about. */
            subject?: string;
            /** @description The facts, by type. */
            data: {
                [key: string]: unknown;
            };
        };
        PublishedEvents: components["schemas"]["PublishedEvent"][];
        /**
         * @example {
         *       "max": 10,
         *       "waitSeconds": 30
         *     }
         */
        PullRequest: {
            /** @description How many at most; by default 10. */
            max?: number;
            /** @description How long to wait if nothing is due; by default not at all. */
            waitSeconds?: number;
        };
        PulledDeliveries: {
            /**
             * @description For how long no other client gets them; report each within this time.
             * @example 60
             */
            leaseSeconds: number;
            /** @description The longest due first. */
            deliveries: components["schemas"]["PulledDelivery"][];
        };
        PulledDelivery: {
            /**
             * Format: uuid
             * @description Delivery id.
             */
            id: string;
            /** @description Number of the attempt, for the report. */
            attempt: number;
            /** @description The event's id, as it was published. */
            eventId: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            /** @description Headers to send it with: those of a webhook, signed now. */
            headers: {
                [key: string]: string;
            };
            /** @description What to send, in UTF-8: the same bytes at every attempt. */
            body: string;
        };
        /** @description What the CRM holds now of a record that an operation wrote, or is to write. */
        RecordNow: {
            /**
             * @description The provider's id of the record.
             * @example 101
             */
            recordId: string;
            /**
             * @description False if the CRM has no such record, or does not show it to the connection.
             * @example true
             */
            exists: boolean;
            /**
             * Format: date-time
             * @description When the CRM was asked.
             */
            readTime: string;
            /**
             * @description Its page in the CRM; absent if the address is not certain.
             * @example https://app.hubspot.com/contacts/4711/record/0-1/101
             */
            recordURL?: string;
            /** @description The fields that the operation writes; none for a delete. */
            fields: {
                /**
                 * @description The provider's name of the field.
                 * @example mobilephone
                 */
                field: string;
                /**
                 * @description What was sent, or is to be.
                 * @example +49 731 1
                 */
                sent: unknown;
                /**
                 * @description What the CRM holds; absent if Writ cannot ask for it, as for a value that is an object.
                 * @example +49731 1
                 */
                now?: unknown;
                /**
                 * @description The CRM holds what was sent, perhaps in another form (`5` and `"5"`, a time, an email in capitals, blanks around a text).
                 * @example false
                 */
                same?: boolean;
            }[];
        };
        ReplayRequest: {
            /**
             * Format: date-time
             * @description Its event arrived at or after this time, however late it is sent.
             */
            since: string;
            /**
             * Format: date-time
             * @description Its event arrived before this time.
             */
            until?: string;
            /**
             * @description Only of this event type.
             * @enum {string}
             */
            eventType?: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            /**
             * @description Only in this status; absent: failed and held.
             * @enum {string}
             */
            status?: "delivered" | "failed" | "held";
        };
        /** @description A version of an integration; the last one is in force. */
        Revision: {
            /**
             * Format: uuid
             * @description Revision id; installation configs name it.
             */
            id: string;
            /**
             * @description The manifest's version.
             * @example 1.0.0
             */
            specVersion: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * @description The integration's entry of the manifest.
             * @example {
             *       "name": "demo-hubspot",
             *       "provider": "hubspot",
             *       "write": {
             *         "objects": [
             *           {
             *             "objectName": "contacts"
             *           }
             *         ]
             *       }
             *     }
             */
            content: {
                [key: string]: unknown;
            };
        };
        RevisionRequest: {
            /**
             * @description A manifest, as YAML. Its entry with this name is used; others are ignored.
             * @example specVersion: 1.0.0
             *     integrations:
             *       - name: demo-hubspot
             *         provider: hubspot
             *         write:
             *           objects:
             *             - objectName: contacts
             */
            sourceYaml: string;
        };
        SearchAnswer: {
            /** @description Hits: at most 20 for each type and each matched member; of operations and events the latest. */
            results: components["schemas"]["SearchHit"][];
            /** @description Whether there are more hits. */
            more: boolean;
        };
        SearchHit: {
            /**
             * @description What was found.
             * @enum {string}
             */
            type: "operation" | "lane" | "event" | "delivery" | "destination" | "topic" | "installation" | "connection" | "integration";
            /**
             * @description Its id.
             * @example 01980f6e-5c00-7a31-9d62-3f8b41c6e7d2
             */
            id: string;
            /**
             * @description The member that matched; `value`: a value that was sent and names a record.
             * @enum {string}
             */
            by: "id" | "requestId" | "idempotencyKey" | "recordId" | "value" | "traceId" | "eventId" | "groupRef" | "account";
            /**
             * @description Its path on this host.
             * @example /v1/projects/01980f6a-0d1c-7b1e-a7f9-2c64d8f0a111/operations/01980f6e-5c00-7a31-9d62-3f8b41c6e7d2
             */
            path: string;
            /**
             * @description What it is, in a line.
             * @example create contacts for acme: Write completed
             */
            text: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            time: string;
        };
        /**
         * @description Exactly one of these.
         * @example {
         *       "apiKey": "writ_0000000000000000000000000000000000000000000000000"
         *     }
         */
        SessionRequest: {
            /** @description An API key: the session may do what the key may. */
            apiKey?: string;
            /** @description The administrators' token. */
            adminToken?: string;
            /** @description A code of `npm run admin -- console-link`: once, within five minutes, for an administrator. */
            code?: string;
        };
        Stats: {
            /**
             * Format: date-time
             * @description Start of the figures; later than requested if the answer would be too long.
             */
            since: string;
            /**
             * @description Length of a bucket.
             * @enum {string}
             */
            bucket: "minute" | "hour" | "day";
            /** @description By time, provider and object, some seconds late; empty ones are left out. */
            buckets: {
                /**
                 * Format: date-time
                 * @description When the bucket begins.
                 */
                time: string;
                /**
                 * @description Provider that is written to.
                 * @example hubspot
                 */
                provider: string;
                /**
                 * @description Object that is written.
                 * @example contacts
                 */
                resource: string;
                /**
                 * @description Operations that were accepted in it.
                 * @example 120
                 */
                accepted: number;
                /** @description Operations that ended in it, by outcome. */
                ended: {
                    /**
                     * @description How they ended.
                     * @enum {string}
                     */
                    status: "success" | "failure";
                    /**
                     * @description Kind of the failure, if a record failed and the kind is known.
                     * @example invalid
                     */
                    fault?: string;
                    /**
                     * @description Their number.
                     * @example 118
                     */
                    count: number;
                }[];
            }[];
            /** @description Due operations that are not in flight. Only the first operations of each account are counted, so objects of younger ones may be missing. */
            due: {
                /**
                 * @description Provider that is written to.
                 * @example hubspot
                 */
                provider: string;
                /**
                 * @description Object that is written.
                 * @example contacts
                 */
                resource: string;
                /**
                 * Format: date-time
                 * @description Since when the oldest is due.
                 */
                oldestDue: string;
            }[];
        };
        StoredEvent: {
            /**
             * Format: uuid
             * @description Id under which it is stored.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /** @description Its own id, unique within its source. */
            eventId: string;
            /** @description Who published it. */
            source: string;
            /**
             * @description Type of the event.
             * @enum {string}
             */
            eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /**
             * Format: uuid
             * @description The installation that it is about.
             */
            installationId?: string;
            /**
             * Format: uuid
             * @description The operation that it is about.
             */
            operationId?: string;
            /** @description Whether there was a destination for it. */
            reached: boolean;
            /**
             * Format: date-time
             * @description When it arrived.
             */
            createTime: string;
        };
        System: {
            /**
             * Format: date-time
             * @description When it was checked.
             */
            time: string;
            /** @description Findings, errors first; empty if all is well. */
            findings: {
                /**
                 * @description Code of the finding.
                 * @enum {string}
                 */
                code: "postgres-away" | "postgres-old" | "postgres-read-only" | "migrations-missing" | "autovacuum-off" | "pool-busy" | "redis-away" | "redis-refuses" | "redis-evicts" | "redis-no-aof" | "kafka-away" | "kafka-topic-missing" | "kafka-lag" | "kafka-overdue" | "clock-off" | "process-silent" | "service-absent" | "releases-mixed" | "leader-absent" | "encryption-key-missing" | "outbox-old" | "work-overdue" | "lanes-paused" | "provider-away" | "provider-version-retired" | "connections-dead" | "provider-apps-refused" | "connections-foreign" | "page-keys-in-use" | "destinations-disabled" | "dead-letters" | "keys-expiring" | "not-looked-at";
                /**
                 * @description `error` needs action now, `warning` soon.
                 * @enum {string}
                 */
                level: "error" | "warning" | "info";
                /**
                 * @description In a few words.
                 * @example Redis cannot be reached
                 */
                title: string;
                /**
                 * @description What was seen.
                 * @example connect ECONNREFUSED
                 */
                detail: string;
                /**
                 * @description What to do.
                 * @example Start Redis.
                 */
                remedy: string;
                /**
                 * Format: date-time
                 * @description When it was seen.
                 */
                time: string;
                /**
                 * @description The service whose process saw it; absent if it was seen just now.
                 * @example notification
                 */
                process?: string;
            }[];
            /** @description What runs. */
            versions: {
                /**
                 * @description Release of the process that answers.
                 * @example 0.1.0
                 */
                product: string;
                /**
                 * @description Version of Postgres.
                 * @example 17.2
                 */
                postgres: string;
                /**
                 * @description Version of Redis; absent without one.
                 * @example 7.4.1
                 */
                redis?: string;
                /** @description Processes that reported within the last minute. */
                services: {
                    /**
                     * @description Name of the service.
                     * @example write-worker
                     */
                    service: string;
                    /**
                     * @description Its release.
                     * @example 0.1.0
                     */
                    version: string;
                    /**
                     * @description How many of them run.
                     * @example 2
                     */
                    processes: number;
                }[];
            };
            /** @description Work that one process does for all. */
            leaders: {
                /**
                 * @description Which work.
                 * @example sweep:provider
                 */
                name: string;
                /** @description Whether a process does it now. */
                active: boolean;
                /**
                 * Format: date-time
                 * @description How long its lease lasts, or lasted.
                 */
                until: string;
            }[];
        };
        Task: {
            /**
             * Format: uuid
             * @description Task id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * @description What is done with all that match; `erase`, `export`: all data about a customer group is removed, or written to an archive; `eraseProject`: the whole project is removed.
             * @enum {string}
             */
            action: "cancel" | "retry" | "redeliver" | "erase" | "export" | "eraseProject";
            /**
             * @description `done`: everything that matched when it was created is done.
             * @enum {string}
             */
            state: "running" | "stopped" | "done";
            /**
             * @description The filters of its request; a destination or a topic by its id. After an erasure, its group is only a hash.
             * @example {
             *       "status": "failure",
             *       "groupRef": "acme"
             *     }
             */
            filter: {
                [key: string]: unknown;
            };
            /** @description How many matched when it was created; of an erasure or an export, operations. Absent if an older release did not store it. */
            count?: number;
            /** @description It has not counted all of them. */
            more?: boolean;
            /** @description How many are done: of an erasure, operations removed; of an export, lines written. */
            done: number;
            /** @description What has been left out so far, by reason; of an erasure, the writes it waits for. */
            leftOut: {
                /**
                 * @description The reason.
                 * @example sent
                 * @enum {string}
                 */
                reason: "running" | "synchronous" | "retriedBefore" | "cancelled" | "written" | "recordsRemoved" | "installationGone" | "otherAccount" | "autoBatch" | "sent" | "destinationDisabled" | "destinationGone" | "underWay" | "changed";
                /** @description Their number. */
                count: number;
                /**
                 * @description The reason in words.
                 * @example Something of them was being sent, or may have been written; `force=true` includes them.
                 */
                detail: string;
            }[];
            /** @description Address of the results: operations that were cancelled or created, or deliveries. Absent for an erasure or an export. */
            resultsURL?: string;
            /** @description Address of the archive of an export, for 24 hours from its end. */
            archiveURL?: string;
            /** @description Who created it; absent if an older release did not store it. */
            by?: {
                /**
                 * @description `command`: the command line of operators.
                 * @enum {string}
                 */
                kind: "apiKey" | "jwt" | "session" | "admin" | "command" | "anyone";
                /**
                 * @description Id of the key, or name of the operating system's user; `admin` or `anyone` if there is neither.
                 * @example 01980f70-2b6e-7d54-b0c3-91e8a5d7f246
                 */
                id: string;
                /**
                 * @description The only group that the token is for.
                 * @example acme
                 */
                groupRef?: string;
                /**
                 * Format: uuid
                 * @description Of a `session`: its id. The session's key is the actor.
                 */
                sessionId?: string;
            };
            /**
             * @description The request that created it.
             * @example checkout-7f3a
             */
            requestId: string;
            /**
             * Format: date-time
             * @description When it was created; what came later is not included.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When its last step ended.
             */
            updateTime: string;
            /**
             * Format: date-time
             * @description When it was done or stopped; it is kept for 7 days from then on.
             */
            endTime?: string;
        };
        TaskPage: {
            /** @description Entries of this page: may be fewer than requested, or none, although more follow. Check `done`. */
            results: components["schemas"]["Task"][];
            /** @description Whether there is more. */
            pagination: {
                /** @description True on the last page. */
                done: boolean;
                /** @description Give it as `pageToken` to get the next page. */
                nextPageToken?: string;
            };
        };
        TaskStarted: {
            /**
             * Format: uuid
             * @description The task; `GET …/tasks/{taskId}` shows its progress.
             */
            taskId: string;
            /** @description How many match. */
            count: number;
            /** @description There are too many to count at first; the task counts the others before it begins. */
            more?: boolean;
        };
        TestDeliveryRequest: {
            /**
             * @description Type of the test event.
             * @enum {string}
             */
            eventType: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
        };
        Topic: {
            /**
             * Format: uuid
             * @description Topic id.
             */
            id: string;
            /**
             * @description Up to 128 printable characters, unique in the project: no `/`, `:` or blanks at the ends, nor `.`, `..` or an id.
             * @example crm-writes
             */
            name: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
        };
        TopicChange: {
            /**
             * @description Up to 128 printable characters, unique in the project: no `/`, `:` or blanks at the ends, nor `.`, `..` or an id.
             * @example crm-writes
             */
            name: string;
        };
        TopicDestinationRoute: {
            /**
             * Format: uuid
             * @description Route id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The project that it belongs to.
             */
            projectId: string;
            /**
             * Format: uuid
             * @description Id of the topic.
             * @example 01980f71-0d35-7b48-a9f6-2e7c84b15d03
             */
            topicId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; absent before the first change.
             */
            updateTime?: string;
            /**
             * Format: uuid
             * @description Id of the destination.
             */
            destinationId: string;
        };
        TopicDestinationRouteList: components["schemas"]["TopicDestinationRoute"][];
        TopicDestinationRouteRequest: {
            /**
             * @description Id of the topic.
             * @example 01980f71-0d35-7b48-a9f6-2e7c84b15d03
             */
            topicId: string;
            /**
             * @description Id or name of the destination.
             * @example crm-writes
             */
            destinationId: string;
        };
        TopicList: components["schemas"]["Topic"][];
        /**
         * @example {
         *       "name": "crm-connections",
         *       "eventTypes": [
         *         "connection.error"
         *       ]
         *     }
         * @example {
         *       "name": "crm-writes"
         *     }
         */
        TopicRequest: {
            /**
             * @description Up to 128 printable characters, unique in the project: no `/`, `:` or blanks at the ends, nor `.`, `..` or an id.
             * @example crm-writes
             */
            name: string;
            /** @description The event types that it receives from the start. */
            eventTypes?: ("installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled")[];
            /** @description Ids or names of the destinations that it delivers to from the start. */
            destinationIds?: string[];
        };
        Whoami: {
            /**
             * @description Kind of the credential.
             * @enum {string}
             */
            kind: "apiKey" | "jwt" | "admin" | "session";
            /**
             * Format: uuid
             * @description Id of the API key, or of the key that signed the token.
             */
            keyId?: string;
            /**
             * @description Label of that key.
             * @example checkout service
             */
            label?: string;
            /** @description The project of the credential; absent for administrators. */
            project?: {
                /**
                 * Format: uuid
                 * @description Id of the project.
                 */
                id: string;
                /**
                 * @description Its name.
                 * @example demo
                 */
                name: string;
            };
            /**
             * @description Its scopes.
             * @example [
             *       "write:records",
             *       "operations:read"
             *     ]
             */
            scopes: ("full" | "write:records" | "operations:read" | "operations:manage" | "installations:read" | "installations:manage" | "notifications:read" | "notifications:manage" | "events:publish" | "frontend")[];
            /**
             * @description The only group that a token is for.
             * @example acme
             */
            groupRef?: string;
            /**
             * Format: date-time
             * @description When the credential expires: a session at the latest with its key.
             */
            expireTime?: string;
        };
        WriteAcknowledgement: {
            /**
             * Format: uuid
             * @description Id of the operation.
             */
            operationId: string;
        };
        WritePlan: {
            /**
             * Format: uuid
             * @description The config that it is planned by.
             */
            configId: string;
            /**
             * @description The CRM that it would be sent to.
             * @example hubspot
             */
            provider: string;
            /**
             * @description The manifest's name of the object.
             * @example contacts
             */
            objectName: string;
            /**
             * @description What to do with the record. An `upsert` updates the record that `key` finds, or creates one.
             * @enum {string}
             */
            type: "create" | "update" | "upsert" | "delete";
            /**
             * @description The record as it would be sent, with the CRM's names of its fields, including those that depend on the CRM's values.
             * @example {
             *       "email": "ada@example.com",
             *       "mobilephone": "+49 30 123456"
             *     }
             */
            record: {
                [key: string]: unknown;
            };
            /** @description What an upsert would send if it creates the record, if that differs from `record`. */
            recordOfNew?: {
                [key: string]: unknown;
            };
            /**
             * @description Outcome of each field of the request, and of each default.
             * @example [
             *       {
             *         "name": "mobile",
             *         "field": "mobilephone",
             *         "fate": "mapped",
             *         "why": "The installation maps it to `mobilephone`."
             *       }
             *     ]
             */
            fields: {
                /** @description Its name in the request, or in the settings of a default. */
                name: string;
                /** @description Its name at the CRM; absent if it is dropped. */
                field?: string;
                /**
                 * @description The last of these that applies; `depends`: on the CRM's value.
                 * @enum {string}
                 */
                fate: "written" | "mapped" | "defaulted" | "depends" | "dropped";
                /** @description The reason. */
                why: string;
                /**
                 * @description Applies only if an upsert creates the record (`new`), or only if the record exists.
                 * @enum {string}
                 */
                ifOnly?: "new" | "existing";
            }[];
            /** @description Differences from the request, as the write would report them. */
            warnings?: string[];
        };
        /**
         * @example {
         *       "objectName": "contacts",
         *       "type": "create",
         *       "record": {
         *         "email": "ada@example.com",
         *         "mobile": "+49 30 123456"
         *       }
         *     }
         */
        WritePlanRequest: {
            /**
             * @description The manifest's name of the object.
             * @example contacts
             */
            objectName: string;
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
            /** @description Field name to value. An update or delete needs `id`, the provider's own record identifier; a create or upsert has none. */
            record: {
                [key: string]: unknown;
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
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyPatch = components['schemas']['ApiKeyPatch'];
export type ApiKeyRequest = components['schemas']['ApiKeyRequest'];
export type AttemptReport = components['schemas']['AttemptReport'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];
export type BuilderInfo = components['schemas']['BuilderInfo'];
export type Connection = components['schemas']['Connection'];
export type ConnectionList = components['schemas']['ConnectionList'];
export type ConnectionPatch = components['schemas']['ConnectionPatch'];
export type ConnectionRequest = components['schemas']['ConnectionRequest'];
export type Count = components['schemas']['Count'];
export type DeadLetter = components['schemas']['DeadLetter'];
export type DeadLetterPage = components['schemas']['DeadLetterPage'];
export type DeadLetterWithPayload = components['schemas']['DeadLetterWithPayload'];
export type DeliveriesPreview = components['schemas']['DeliveriesPreview'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DeliveryRequest = components['schemas']['DeliveryRequest'];
export type DeliveryWithAttempts = components['schemas']['DeliveryWithAttempts'];
export type Destination = components['schemas']['Destination'];
export type DestinationList = components['schemas']['DestinationList'];
export type DestinationPatch = components['schemas']['DestinationPatch'];
export type DestinationRequest = components['schemas']['DestinationRequest'];
export type EventDetail = components['schemas']['EventDetail'];
export type EventPage = components['schemas']['EventPage'];
export type EventSchema = components['schemas']['EventSchema'];
export type EventSchemaList = components['schemas']['EventSchemaList'];
export type Group = components['schemas']['Group'];
export type GroupArchive = components['schemas']['GroupArchive'];
export type GroupErasure = components['schemas']['GroupErasure'];
export type GroupPage = components['schemas']['GroupPage'];
export type HydratedRevision = components['schemas']['HydratedRevision'];
export type InputValidationProblem = components['schemas']['InputValidationProblem'];
export type Installation = components['schemas']['Installation'];
export type InstallationConfig = components['schemas']['InstallationConfig'];
export type InstallationConfigPage = components['schemas']['InstallationConfigPage'];
export type InstallationList = components['schemas']['InstallationList'];
export type InstallationPatch = components['schemas']['InstallationPatch'];
export type InstallationRequest = components['schemas']['InstallationRequest'];
export type Integration = components['schemas']['Integration'];
export type IntegrationList = components['schemas']['IntegrationList'];
export type IntegrationRequest = components['schemas']['IntegrationRequest'];
export type JwtKey = components['schemas']['JwtKey'];
export type JwtKeyList = components['schemas']['JwtKeyList'];
export type JwtKeyPatch = components['schemas']['JwtKeyPatch'];
export type JwtKeyRequest = components['schemas']['JwtKeyRequest'];
export type Lane = components['schemas']['Lane'];
export type LanePage = components['schemas']['LanePage'];
export type LanePause = components['schemas']['LanePause'];
export type ManifestRequest = components['schemas']['ManifestRequest'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NotificationEventTopicRoute = components['schemas']['NotificationEventTopicRoute'];
export type NotificationEventTopicRouteList = components['schemas']['NotificationEventTopicRouteList'];
export type NotificationEventTopicRouteRequest = components['schemas']['NotificationEventTopicRouteRequest'];
export type OauthConnectRequest = components['schemas']['OauthConnectRequest'];
export type ObjectConfigPatch = components['schemas']['ObjectConfigPatch'];
export type ObjectMetadata = components['schemas']['ObjectMetadata'];
export type Operation = components['schemas']['Operation'];
export type OperationAttempt = components['schemas']['OperationAttempt'];
export type OperationAttemptPage = components['schemas']['OperationAttemptPage'];
export type OperationLog = components['schemas']['OperationLog'];
export type OperationPage = components['schemas']['OperationPage'];
export type OperationRecord = components['schemas']['OperationRecord'];
export type OperationRecordPage = components['schemas']['OperationRecordPage'];
export type OperationsPreview = components['schemas']['OperationsPreview'];
export type Problem = components['schemas']['Problem'];
export type ProblemWithIssues = components['schemas']['ProblemWithIssues'];
export type Project = components['schemas']['Project'];
export type ProjectErasure = components['schemas']['ProjectErasure'];
export type ProjectList = components['schemas']['ProjectList'];
export type ProjectPatch = components['schemas']['ProjectPatch'];
export type ProjectRequest = components['schemas']['ProjectRequest'];
export type Provider = components['schemas']['Provider'];
export type ProviderApp = components['schemas']['ProviderApp'];
export type ProviderAppList = components['schemas']['ProviderAppList'];
export type ProviderAppPatch = components['schemas']['ProviderAppPatch'];
export type ProviderAppRequest = components['schemas']['ProviderAppRequest'];
export type Providers = components['schemas']['Providers'];
export type PublishedEvent = components['schemas']['PublishedEvent'];
export type PublishedEvents = components['schemas']['PublishedEvents'];
export type PullRequest = components['schemas']['PullRequest'];
export type PulledDeliveries = components['schemas']['PulledDeliveries'];
export type PulledDelivery = components['schemas']['PulledDelivery'];
export type RecordNow = components['schemas']['RecordNow'];
export type ReplayRequest = components['schemas']['ReplayRequest'];
export type Revision = components['schemas']['Revision'];
export type RevisionRequest = components['schemas']['RevisionRequest'];
export type SearchAnswer = components['schemas']['SearchAnswer'];
export type SearchHit = components['schemas']['SearchHit'];
export type SessionRequest = components['schemas']['SessionRequest'];
export type Stats = components['schemas']['Stats'];
export type StoredEvent = components['schemas']['StoredEvent'];
export type System = components['schemas']['System'];
export type Task = components['schemas']['Task'];
export type TaskPage = components['schemas']['TaskPage'];
export type TaskStarted = components['schemas']['TaskStarted'];
export type TestDeliveryRequest = components['schemas']['TestDeliveryRequest'];
export type Topic = components['schemas']['Topic'];
export type TopicChange = components['schemas']['TopicChange'];
export type TopicDestinationRoute = components['schemas']['TopicDestinationRoute'];
export type TopicDestinationRouteList = components['schemas']['TopicDestinationRouteList'];
export type TopicDestinationRouteRequest = components['schemas']['TopicDestinationRouteRequest'];
export type TopicList = components['schemas']['TopicList'];
export type TopicRequest = components['schemas']['TopicRequest'];
export type Whoami = components['schemas']['Whoami'];
export type WriteAcknowledgement = components['schemas']['WriteAcknowledgement'];
export type WritePlan = components['schemas']['WritePlan'];
export type WritePlanRequest = components['schemas']['WritePlanRequest'];
export type ParameterRequestId = components['parameters']['RequestId'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderAuthenticate = components['headers']['Authenticate'];
export interface operations {
    getOperations: {
        parameters: {
            query?: {
                /** @description Status of the operations; repeat it for several. */
                status?: ("in_progress" | "success" | "failure")[];
                /** @description Only operations with this id; repeat it up to 100 times. */
                ids?: string[];
                /** @description Integration of the write (id or name). */
                integrationId?: string;
                /** @description Installation that was written to. */
                installationId?: string;
                /** @description Customer group that was written to. */
                groupRef?: string;
                /** @description Provider that was written to. */
                provider?: string;
                /** @description The provider's account that was written to. */
                account?: string;
                /** @description Object that was written. */
                resource?: string;
                /** @description Type of the write. */
                type?: "create" | "update" | "upsert" | "delete";
                /** @description Mode of the write. */
                mode?: "synchronous" | "asynchronous";
                /** @description Kind of the last failure, or `cancelled`. */
                fault?: "rate-limited" | "unavailable" | "locked" | "timeout" | "unauthorized" | "forbidden" | "not-found" | "invalid" | "conflict" | "unknown" | "cancelled";
                /** @description What the operations wait for now. */
                waiting?: "quota" | "order" | "connection" | "outage" | "paused" | "batch" | "retry";
                /** @description Whether they ended with only some records written. */
                partial?: boolean;
                /** @description Whether a record may exist twice, or may have been written although it failed. */
                ambiguous?: boolean;
                /** @description Id of the request that created the operation, or one of its records. */
                requestId?: string;
                /** @description Idempotency key of the operation, or of one of its records. */
                idempotencyKey?: string;
                /** @description Provider's id of a record of the write, in any of its forms. */
                recordId?: string;
                /** @description Task that cancelled or created them. */
                taskId?: string;
                /** @description Accepted at this time or later. */
                since?: string;
                /** @description Accepted before this time. */
                until?: string;
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationPage"];
                };
            };
        };
    };
    postOperationsCancel: {
        parameters: {
            query?: {
                /** @description Status of the operations; repeat it for several. */
                status?: ("in_progress" | "success" | "failure")[];
                /** @description Only operations with this id; repeat it up to 100 times. */
                ids?: string[];
                /** @description Integration of the write (id or name). */
                integrationId?: string;
                /** @description Installation that was written to. */
                installationId?: string;
                /** @description Customer group that was written to. */
                groupRef?: string;
                /** @description Provider that was written to. */
                provider?: string;
                /** @description The provider's account that was written to. */
                account?: string;
                /** @description Object that was written. */
                resource?: string;
                /** @description Type of the write. */
                type?: "create" | "update" | "upsert" | "delete";
                /** @description Mode of the write. */
                mode?: "synchronous" | "asynchronous";
                /** @description Kind of the last failure, or `cancelled`. */
                fault?: "rate-limited" | "unavailable" | "locked" | "timeout" | "unauthorized" | "forbidden" | "not-found" | "invalid" | "conflict" | "unknown" | "cancelled";
                /** @description What the operations wait for now. */
                waiting?: "quota" | "order" | "connection" | "outage" | "paused" | "batch" | "retry";
                /** @description Whether they ended with only some records written. */
                partial?: boolean;
                /** @description Whether a record may exist twice, or may have been written although it failed. */
                ambiguous?: boolean;
                /** @description Id of the request that created the operation, or one of its records. */
                requestId?: string;
                /** @description Idempotency key of the operation, or of one of its records. */
                idempotencyKey?: string;
                /** @description Provider's id of a record of the write, in any of its forms. */
                recordId?: string;
                /** @description Task that cancelled or created them. */
                taskId?: string;
                /** @description Accepted at this time or later. */
                since?: string;
                /** @description Accepted before this time. */
                until?: string;
                /** @description Also cancel an auto batch, with the records of other requests in it. */
                all?: boolean;
                /** @description Also cancel a write that is in flight or may have been written: it ends as `ambiguous`. The next update of its records waits until a running attempt has ended. */
                force?: boolean;
                /** @description Only report what would be done, and what would be left out. */
                dryRun?: boolean;
                /** @description Required without a filter, so that a forgotten filter does not select everything. */
                everything?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationsPreview"];
                };
            };
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
        };
    };
    postOperationsRetry: {
        parameters: {
            query?: {
                /** @description Status of the operations; repeat it for several. */
                status?: ("in_progress" | "success" | "failure")[];
                /** @description Only operations with this id; repeat it up to 100 times. */
                ids?: string[];
                /** @description Integration of the write (id or name). */
                integrationId?: string;
                /** @description Installation that was written to. */
                installationId?: string;
                /** @description Customer group that was written to. */
                groupRef?: string;
                /** @description Provider that was written to. */
                provider?: string;
                /** @description The provider's account that was written to. */
                account?: string;
                /** @description Object that was written. */
                resource?: string;
                /** @description Type of the write. */
                type?: "create" | "update" | "upsert" | "delete";
                /** @description Mode of the write. */
                mode?: "synchronous" | "asynchronous";
                /** @description Kind of the last failure, or `cancelled`. */
                fault?: "rate-limited" | "unavailable" | "locked" | "timeout" | "unauthorized" | "forbidden" | "not-found" | "invalid" | "conflict" | "unknown" | "cancelled";
                /** @description What the operations wait for now. */
                waiting?: "quota" | "order" | "connection" | "outage" | "paused" | "batch" | "retry";
                /** @description Whether they ended with only some records written. */
                partial?: boolean;
                /** @description Whether a record may exist twice, or may have been written although it failed. */
                ambiguous?: boolean;
                /** @description Id of the request that created the operation, or one of its records. */
                requestId?: string;
                /** @description Idempotency key of the operation, or of one of its records. */
                idempotencyKey?: string;
                /** @description Provider's id of a record of the write, in any of its forms. */
                recordId?: string;
                /** @description Task that cancelled or created them. */
                taskId?: string;
                /** @description Accepted at this time or later. */
                since?: string;
                /** @description Accepted before this time. */
                until?: string;
                /** @description Only report what would be done, and what would be left out. */
                dryRun?: boolean;
                /** @description Required without a filter, so that a forgotten filter does not select everything. */
                everything?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationsPreview"];
                };
            };
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
        };
    };
    postOperationCancel: {
        parameters: {
            query?: {
                /** @description Also cancel an auto batch, with the records of other requests in it. */
                all?: boolean;
                /** @description Also cancel a write that is in flight or may have been written: it ends as `ambiguous`. The next update of its records waits until a running attempt has ended. */
                force?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
        };
    };
    postOperationRetry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteAcknowledgement"];
                };
            };
        };
    };
    getOperationRecords: {
        parameters: {
            query?: {
                /** @description Provider's id of a record of the write, in any of its forms. */
                recordId?: string;
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationRecordPage"];
                };
            };
        };
    };
    getOperationAttempts: {
        parameters: {
            query?: {
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationAttemptPage"];
                };
            };
        };
    };
    getOperationLogs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the operation. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationLog"];
                };
            };
        };
    };
    getIntegrationInstallationOperations: {
        parameters: {
            query?: {
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
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
                /** @description Id of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationPage"];
                };
            };
        };
    };
    getSearch: {
        parameters: {
            query: {
                /** @description The exact text to look for: the id of an operation, a request, a trace, a lane, an event, a delivery, a destination, a topic, an installation, a connection, an integration, a customer group, a provider account or a record of a provider, an idempotency key, or a value that names a record: an email address or the key of an upsert. Capitals do not matter in such a value. */
                q: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: {
                /** @description Start of the figures, rounded down to a bucket: at most 6 hours ago by minutes, 31 days by hours, 366 by days. By default the last hour, day or 30 days. */
                since?: string;
                /** @description Length of a bucket, in UTC; by default `hour`. */
                bucket?: "minute" | "hour" | "day";
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
        };
    };
    getGroups: {
        parameters: {
            query?: {
                /** @description Only this group. */
                groupRef?: string;
                /** @description Entries of a page; 50 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupPage"];
                };
            };
        };
    };
    deleteGroups: {
        parameters: {
            query: {
                /** @description The group to erase. */
                groupRef: string;
                /** @description Only count what would be erased. */
                dryRun?: boolean;
                /** @description Also end writes that are in flight or may have been written. */
                force?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupErasure"];
                };
            };
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
        };
    };
    postGroupsExport: {
        parameters: {
            query: {
                /** @description The group to export. */
                groupRef: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
        };
    };
    getTasks: {
        parameters: {
            query?: {
                /** @description Only tasks that do this. */
                action?: "cancel" | "retry" | "redeliver" | "erase" | "export" | "eraseProject";
                /** @description Only tasks in this state. */
                state?: "running" | "stopped" | "done";
                /** @description Entries of a page; 50 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskPage"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the task. */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    getTaskArchive: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the task. */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["GroupArchive"];
                };
            };
        };
    };
    postTaskStop: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the task. */
                taskId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    getLanes: {
        parameters: {
            query?: {
                /** @description Only lanes of accounts that this group has connected. */
                groupRef?: string;
                /** @description Only lanes of this kind. */
                kind?: "provider" | "destination";
                /** @description Only lanes whose `waiting` has this reason: all that are `paused`; those where `quota` or `outage` delays queued work. An open breaker, or a destination that fails, delays nothing by itself. */
                waiting?: "quota" | "outage" | "paused";
                /** @description Entries of a page; 50 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanePage"];
                };
            };
        };
    };
    getLane: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the lane. */
                laneId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lane"];
                };
            };
        };
    };
    postLanePause: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the lane. */
                laneId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LanePause"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lane"];
                };
            };
        };
    };
    postLaneResume: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the lane. */
                laneId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lane"];
                };
            };
        };
    };
    getAllLanes: {
        parameters: {
            query?: {
                /** @description Only lanes of this kind. */
                kind?: "provider" | "destination";
                /** @description Only lanes whose `waiting` has this reason: all that are `paused`; those where `quota` or `outage` delays queued work. An open breaker, or a destination that fails, delays nothing by itself. */
                waiting?: "quota" | "outage" | "paused";
                /** @description Entries of a page; 50 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanePage"];
                };
            };
        };
    };
    getAnyLane: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the lane. */
                laneId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lane"];
                };
            };
        };
    };
    postAnyLanePause: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the lane. */
                laneId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LanePause"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lane"];
                };
            };
        };
    };
    postAnyLaneResume: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the lane. */
                laneId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lane"];
                };
            };
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["System"];
                };
            };
        };
    };
    getTopics: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicList"];
                };
            };
        };
    };
    postTopic: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopicRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Topic"];
                };
            };
        };
    };
    deleteTopic: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the topic. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchTopic: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the topic. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopicChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Topic"];
                };
            };
        };
    };
    getDestinations: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DestinationList"];
                };
            };
        };
    };
    postDestination: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DestinationRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
        };
    };
    getDestination: {
        parameters: {
            query?: {
                /** @description Also show the signing key. */
                includeSecrets?: boolean;
                /** @description First rotate the signing key, as `:rotate-secret` does, and show the new one; not for sessions. */
                rotate?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
        };
    };
    deleteDestination: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchDestination: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DestinationPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
        };
    };
    postDestinationRotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
        };
    };
    postDestinationEnable: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
        };
    };
    postDestinationDisable: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Destination"];
                };
            };
        };
    };
    postDestinationTest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestDeliveryRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAttempt"];
                };
            };
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
        };
    };
    postDestinationReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
        };
    };
    postDestinationPull: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id or name of the destination. */
                destinationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PullRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PulledDeliveries"];
                };
            };
        };
    };
    getNotificationEventTopicRoutes: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
                /** @description Only of this topic (id). */
                topicId?: string;
                /** @description Only of this type. */
                eventType?: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationEventTopicRouteList"];
                };
            };
        };
    };
    postNotificationEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationEventTopicRouteRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationEventTopicRoute"];
                };
            };
        };
    };
    deleteNotificationEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTopicDestinationRoutes: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
                /** @description Only of this topic (id). */
                topicId?: string;
                /** @description Only to this destination (id or name). */
                destinationId?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicDestinationRouteList"];
                };
            };
        };
    };
    postTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TopicDestinationRouteRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopicDestinationRoute"];
                };
            };
        };
    };
    deleteTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getDeliveries: {
        parameters: {
            query?: {
                /** @description Only to this destination (id or name). */
                destinationId?: string;
                /** @description Only event types and destinations of the topic's current routes. */
                topicId?: string;
                /** @description Only of the event with this id. */
                eventId?: string;
                /** @description Only events about this operation. */
                operationId?: string;
                /** @description Only events about this installation. */
                installationId?: string;
                /** @description Only of this event type. */
                eventType?: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
                /** @description Only in this status. */
                status?: "pending" | "delivered" | "failed" | "held";
                /** @description Only those with an attempt that was answered with this status. */
                httpStatus?: number;
                /** @description Only deliveries that this task has sent again. */
                taskId?: string;
                /** @description Its event arrived at or after this time, however late it is sent. */
                since?: string;
                /** @description Its event arrived before this time. */
                until?: string;
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    postDeliveriesRedeliver: {
        parameters: {
            query?: {
                /** @description Only to this destination (id or name). */
                destinationId?: string;
                /** @description Only event types and destinations of the topic's current routes. */
                topicId?: string;
                /** @description Only of the event with this id. */
                eventId?: string;
                /** @description Only events about this operation. */
                operationId?: string;
                /** @description Only events about this installation. */
                installationId?: string;
                /** @description Only of this event type. */
                eventType?: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
                /** @description Only in this status. */
                status?: "pending" | "delivered" | "failed" | "held";
                /** @description Only those with an attempt that was answered with this status. */
                httpStatus?: number;
                /** @description Only deliveries that this task has sent again. */
                taskId?: string;
                /** @description Its event arrived at or after this time, however late it is sent. */
                since?: string;
                /** @description Its event arrived before this time. */
                until?: string;
                /** @description Only report what would be done, and what would be left out. */
                dryRun?: boolean;
                /** @description Required without a filter, so that a forgotten filter does not select everything. */
                everything?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveriesPreview"];
                };
            };
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
        };
    };
    postDeliveryRedeliver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
        };
    };
    postDeliveryReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttemptReport"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAttempt"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: {
                /** @description Only of the event with this id. */
                eventId?: string;
                /** @description Only events about this operation. */
                operationId?: string;
                /** @description Only events about this installation. */
                installationId?: string;
                /** @description Only of this type. */
                eventType?: "installation.created" | "installation.updated" | "installation.deleted" | "read.backfill.done" | "read.schedule.paused" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "connection.created" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "connection.error" | "destination.webhook.disabled";
                /** @description Only events that reached a destination, or only the others. */
                reached?: boolean;
                /** @description Arrived at or after this time. */
                since?: string;
                /** @description Arrived before this time. */
                until?: string;
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    postEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishedEvent"];
                "application/cloudevents+json": components["schemas"]["PublishedEvent"];
                "application/cloudevents-batch+json": components["schemas"]["PublishedEvents"];
            };
        };
        responses: {
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the stored event. */
                storedEventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDetail"];
                };
            };
        };
    };
    postEventReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the stored event. */
                storedEventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Count"];
                };
            };
        };
    };
    getDeadLetters: {
        parameters: {
            query?: {
                /** @description Only in this status. */
                status?: "waiting" | "replayed";
                /** @description Only with a reason of this kind. */
                reasonKind?: "unreadable" | "invalid" | "too-large" | "unacceptable";
                /** @description Only from this topic. */
                topic?: string;
                /** @description Became a dead letter at this time or later. */
                since?: string;
                /** @description Became a dead letter before this time. */
                until?: string;
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterPage"];
                };
            };
        };
    };
    getDeadLetter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the dead letter. */
                deadLetterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetterWithPayload"];
                };
            };
        };
    };
    postDeadLetterReplay: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the dead letter. */
                deadLetterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeadLetter"];
                };
            };
        };
    };
    postDeadLetterDiscard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id of the dead letter. */
                deadLetterId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getEventSchemas: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of an earlier answer. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchemaList"];
                };
            };
            /** @description Not changed since. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getEventSchema: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag` of an earlier answer. If nothing has changed since, the answer is 304 without a body. */
                "If-None-Match"?: string;
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The event type. */
                eventType: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventSchema"];
                };
            };
            /** @description Not changed since. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWhoami: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Whoami"];
                };
            };
        };
    };
    postSession: {
        parameters: {
            query?: never;
            header: {
                /** @description The request is one of the console. */
                "X-Writ-Console": "1";
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The session cookie; scripts cannot read it.
                     * @example writ-session=…; Path=/; HttpOnly; SameSite=Strict
                     */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Whoami"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header: {
                /** @description The request is one of the console. */
                "X-Writ-Console": "1";
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The session cookie; scripts cannot read it.
                     * @example writ-session=…; Path=/; HttpOnly; SameSite=Strict
                     */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMyInfo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuilderInfo"];
                };
            };
        };
    };
    getProjects: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
        };
    };
    postProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. */
                includeEntitlements?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                /** @description Only count what would be erased. */
                dryRun?: boolean;
                /** @description Do not wait for writes in flight. */
                force?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectErasure"];
                };
            };
            /** @description Accepted; the work is done later. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
        };
    };
    patchProject: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    getApiKeys: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
                /** @description Only active keys, or only inactive ones. */
                active?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    postApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the key, or the key itself. */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the key, or the key itself. */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    getJwtKeys: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwtKeyList"];
                };
            };
        };
    };
    postJwtKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JwtKeyRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwtKey"];
                };
            };
        };
    };
    getJwtKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the JWT key. */
                jwtKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwtKey"];
                };
            };
        };
    };
    deleteJwtKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the JWT key. */
                jwtKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchJwtKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the JWT key. */
                jwtKeyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JwtKeyPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JwtKey"];
                };
            };
        };
    };
    getAudit: {
        parameters: {
            query?: {
                /** @description Only changes by the actor with this id. */
                actor?: string;
                /** @description Only this operation or command. */
                action?: string;
                /** @description Only changes of resources of this kind. */
                resource?: string;
                /** @description Only changes of the resource with this id. */
                resourceId?: string;
                /** @description Only changes by this request. */
                requestId?: string;
                /** @description Done at or after this time. */
                since?: string;
                /** @description Done before this time. */
                until?: string;
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    getAllAudit: {
        parameters: {
            query?: {
                /** @description Only changes by the actor with this id. */
                actor?: string;
                /** @description Only this operation or command. */
                action?: string;
                /** @description Only changes of resources of this kind. */
                resource?: string;
                /** @description Only changes of the resource with this id. */
                resourceId?: string;
                /** @description Only changes by this request. */
                requestId?: string;
                /** @description Done at or after this time. */
                since?: string;
                /** @description Done before this time. */
                until?: string;
                /** @description Entries of a page; 200 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
        };
    };
    getProviders: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Providers"];
                };
            };
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
        };
    };
    putIntegrationsBatch: {
        parameters: {
            query?: {
                /** @description Also delete the integrations that the manifest lacks, or names with another provider. None of them may have installations. */
                destructive?: boolean;
                /** @description Change nothing; report what would change, or what is wrong. */
                dryRun?: boolean;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManifestRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
        };
    };
    getIntegrations: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationList"];
                };
            };
        };
    };
    postIntegration: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IntegrationRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    postIntegrationRevision: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. */
                destructive?: boolean;
            };
            header?: {
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
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevisionRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
        };
    };
    getIntegrationRevisionHydrate: {
        parameters: {
            query?: {
                /** @description The connection to the CRM that is asked; if absent, none is asked. */
                connectionId?: string;
                /** @description Ask the provider even if it has answered within the last minutes. */
                refresh?: boolean;
            };
            header?: {
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
                /** @description Id of the revision. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HydratedRevision"];
                };
            };
        };
    };
    getIntegrationObjectMetadata: {
        parameters: {
            query?: {
                /** @description The customer group whose CRM is asked: through its installation, else through the connection that an installation would use. */
                groupRef?: string;
                /** @description The connection to the CRM that is asked. */
                connectionId?: string;
                /** @description Ask the provider even if it has answered within the last minutes. */
                refresh?: boolean;
            };
            header?: {
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
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ObjectMetadata"];
                };
            };
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: {
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
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
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
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postConnectionsGenerate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    getConnections: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
                /** @description Only of groups whose reference or name contains this text; case is ignored. */
                q?: string;
                /** @description Only connections that work, or only the others. */
                health?: "healthy" | "unhealthy";
                /** @description Only connections to this provider. */
                provider?: string;
                /** @description Only connections of this customer group. */
                groupRef?: string;
                /** @description Only connections of this person. */
                consumerRef?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionList"];
                };
            };
        };
    };
    getConnection: {
        parameters: {
            query?: {
                /** @description Also show the credentials, and record it in the audit; needs the scope `full`. */
                includeCreds?: boolean;
                /** @description Also show the credentials with the refresh token, and record it in the audit; needs the scope `full`. */
                includeRefreshToken?: boolean;
                /** @description First renew the access token, and record it in the audit: `force` always, `ifExpired` if it has ended or ends soon; needs the scope `full`. */
                refresh?: "force" | "ifExpired";
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    postOauthConnect: {
        parameters: {
            query?: never;
            header?: {
                /** @description Set by browsers. It must be one of `CORS_ORIGINS`, or of this host. The outcome of the authorization is posted to the page of this origin that opens the address. */
                Origin?: string;
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthConnectRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    patchConnectionOauthUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Set by browsers. It must be one of `CORS_ORIGINS`, or of this host. The outcome of the authorization is posted to the page of this origin that opens the address. */
                Origin?: string;
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getOauthCallback: {
        parameters: {
            query?: {
                /** @description The `state` of the address of the consent page. */
                state?: string;
                /** @description The code that is exchanged for tokens. */
                code?: string;
                /** @description Why there is no code, such as `access_denied`. */
                error?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getProviderApps: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderAppList"];
                };
            };
        };
    };
    postProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderAppRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
        };
    };
    deleteProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the provider app. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the provider app. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderAppPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
        };
    };
    getIntegrationInstallations: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
                /** @description Only of groups whose reference or name contains this text; case is ignored. */
                q?: string;
                /** @description Only connections that work, or only the others. */
                health?: "healthy" | "unhealthy";
                /** @description Only installations that lead to this provider. */
                provider?: string;
                /** @description Only installations of this customer group. */
                groupRef?: string;
            };
            header?: {
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
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationList"];
                };
            };
        };
    };
    postIntegrationInstallation: {
        parameters: {
            query?: never;
            header?: {
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
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstallationRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The id of the config in force, in double quotes: for `If-Match`.
                     * @example "01980f70-2b6e-7d54-b0c3-91e8a5d7f246"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
        };
    };
    getIntegrationInstallation: {
        parameters: {
            query?: {
                /** @description Accepted and ignored. */
                skipSampling?: boolean;
            };
            header?: {
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
                /** @description Id of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The id of the config in force, in double quotes: for `If-Match`.
                     * @example "01980f70-2b6e-7d54-b0c3-91e8a5d7f246"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
        };
    };
    deleteIntegrationInstallation: {
        parameters: {
            query?: never;
            header?: {
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
                /** @description Id of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; the answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    patchIntegrationInstallation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Ids of configs, each in double quotes, or `*`. If none of them is in force: 412 with the config in force. */
                "If-Match"?: string;
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
                /** @description Id of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstallationPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The id of the config in force, in double quotes: for `If-Match`.
                     * @example "01980f70-2b6e-7d54-b0c3-91e8a5d7f246"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
        };
    };
    postIntegrationInstallationPlan: {
        parameters: {
            query?: never;
            header?: {
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
                /** @description Id of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WritePlanRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WritePlan"];
                };
            };
        };
    };
    patchIntegrationObjectConfigContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Ids of configs, each in double quotes, or `*`. If none of them is in force: 412 with the config in force. */
                "If-Match"?: string;
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
                "application/json": components["schemas"]["ObjectConfigPatch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The id of the config in force, in double quotes: for `If-Match`.
                     * @example "01980f70-2b6e-7d54-b0c3-91e8a5d7f246"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
        };
    };
    getIntegrationInstallationConfigs: {
        parameters: {
            query?: {
                /** @description Entries of a page; 20 when absent. */
                pageSize?: number;
                /** @description `nextPageToken` of the previous page. */
                pageToken?: string;
            };
            header?: {
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
                /** @description Id of the installation. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationConfigPage"];
                };
            };
        };
    };
    getIntegrationInstallationConfig: {
        parameters: {
            query?: never;
            header?: {
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
                /** @description Id of the installation. */
                installationId: string;
                /** @description Id of the config. */
                configId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationConfig"];
                };
            };
        };
    };
    postIntegrationInstallationConfigRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Ids of configs, each in double quotes, or `*`. If none of them is in force: 412 with the config in force. */
                "If-Match"?: string;
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
                /** @description Id of the installation. */
                installationId: string;
                /** @description Id of the config. */
                configId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description The id of the config in force, in double quotes: for `If-Match`.
                     * @example "01980f70-2b6e-7d54-b0c3-91e8a5d7f246"
                     */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
        };
    };
    getInstallations: {
        parameters: {
            query?: {
                /** @description Entries of a page; 10000 when absent. */
                pageSize?: number;
                /** @description The `pageToken` of the previous page's `Link`. */
                pageToken?: string;
                /** @description Only of groups whose reference or name contains this text; case is ignored. */
                q?: string;
                /** @description Only connections that work, or only the others. */
                health?: "healthy" | "unhealthy";
                /** @description Only installations that lead to this provider. */
                provider?: string;
                /** @description Only installations of this customer group. */
                groupRef?: string;
            };
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /**
                     * @description Path of the next page on this host; absent on the last page.
                     * @example </v1/projects/demo/topics?pageSize=50&pageToken=aGFzaA>; rel="next"
                     */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationList"];
                };
            };
        };
    };
    postOperationRecordRead: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Identifies the request in answers, logs and records. If it is absent, Writ makes one.
                 * @example checkout-7f3a
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description Id or name of the project. */
                projectIdOrName: string;
                /** @description Id of the operation. */
                operationId: string;
                /** @description The index. */
                index: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordNow"];
                };
            };
        };
    };
}
