/* eslint-disable */
// Made of the OpenAPI documents: npm run openapi:write

export type components = {
    schemas: {
        "installation.created": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "installation.created";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["installation.created.data"];
        };
        /**
         * installation.created
         * @description A customer group has installed an integration.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "config": {}
         *     }
         */
        "installation.created.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
            /** @description The config of the installation. */
            config?: {
                [key: string]: unknown;
            };
            /** @description Address of the config, if it is too large for an event. */
            configURL?: string;
        } | unknown | unknown;
        "installation.updated": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "installation.updated";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["installation.updated.data"];
        };
        /**
         * installation.updated
         * @description The config of an installation was changed.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "config": {},
         *       "lastConfig": {}
         *     }
         */
        "installation.updated.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
            /** @description The config of the installation. */
            config?: {
                [key: string]: unknown;
            };
            /** @description Address of the config, if it is too large for an event. */
            configURL?: string;
            /** @description The config before the change. */
            lastConfig?: {
                [key: string]: unknown;
            };
            /** @description Address of that config, if it is too large for an event. */
            lastConfigURL?: string;
        } & ((unknown | unknown) & (unknown | unknown));
        "installation.deleted": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "installation.deleted";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["installation.deleted.data"];
        };
        /**
         * installation.deleted
         * @description An installation was removed.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "config": {}
         *     }
         */
        "installation.deleted.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
            /** @description The config of the installation. */
            config?: {
                [key: string]: unknown;
            };
            /** @description Address of the config, if it is too large for an event. */
            configURL?: string;
        } | unknown | unknown;
        "read.backfill.done": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "read.backfill.done";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["read.backfill.done.data"];
        };
        /**
         * read.backfill.done
         * @description All existing records of an object have been read.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "objectName": "contacts"
         *     }
         */
        "read.backfill.done.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description The object, by its name in the integration's manifest. */
            objectName: string;
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
        };
        "read.schedule.paused": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "read.schedule.paused";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["read.schedule.paused.data"];
        };
        /**
         * read.schedule.paused
         * @description Scheduled reading of an installation was paused.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "config": {},
         *       "error": "A sample error."
         *     }
         */
        "read.schedule.paused.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description What went wrong, in words. */
            error: string;
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
            /** @description The config of the installation. */
            config?: {
                [key: string]: unknown;
            };
        };
        "read.triggered.done": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "read.triggered.done";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["read.triggered.done.data"];
        };
        /**
         * read.triggered.done
         * @description A requested read has ended.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "objectName": "contacts",
         *       "fromTimestamp": "2026-01-01T00:00:00Z",
         *       "untilTimestamp": "2026-01-02T00:00:00Z"
         *     }
         */
        "read.triggered.done.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description The object, by its name in the integration's manifest. */
            objectName: string;
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
            /** @description Start of the period that was read. */
            fromTimestamp?: string;
            /** @description End of the period that was read. */
            untilTimestamp?: string;
        };
        "read.triggered.error": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "read.triggered.error";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["read.triggered.error.data"];
        };
        /**
         * read.triggered.error
         * @description A requested read has failed.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "objectName": "contacts",
         *       "fromTimestamp": "2026-01-01T00:00:00Z",
         *       "untilTimestamp": "2026-01-02T00:00:00Z",
         *       "error": "A sample error."
         *     }
         */
        "read.triggered.error.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description The object, by its name in the integration's manifest. */
            objectName: string;
            /** @description What went wrong, in words. */
            error: string;
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
            /** @description Start of the period that was read. */
            fromTimestamp?: string;
            /** @description End of the period that was read. */
            untilTimestamp?: string;
        };
        "write.async.done": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "write.async.done";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["write.async.done.data"];
        };
        /**
         * write.async.done
         * @description An asynchronous write has ended: with success, in part, or with failure.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "objectName": "contacts",
         *       "errors": [],
         *       "success": true,
         *       "successfulRecordIds": [
         *         "1"
         *       ],
         *       "operationId": "00000000-0000-7000-8000-000000000000",
         *       "status": "success",
         *       "succeeded": 1,
         *       "failed": 0,
         *       "records": [
         *         {
         *           "index": 0,
         *           "success": true,
         *           "recordId": "1"
         *         }
         *       ]
         *     }
         */
        "write.async.done.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description The object, by its name in the integration's manifest. */
            objectName: string;
            /** @description False if any record failed. */
            success: boolean;
            /** @description Ids of the records that were written, as the CRM gave them. A record whose id the CRM did not show is missing: `succeeded` counts it. */
            successfulRecordIds: string[];
            /** @description What went wrong, one text an error. */
            errors: string[];
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
            /** @description The operation of the write. */
            operationId?: string;
            /**
             * @description `failure` only if no record was written.
             * @enum {unknown}
             */
            status?: "success" | "failure";
            /** @description How many records were written. */
            succeeded?: number;
            /** @description How many records were not written. */
            failed?: number;
            /** @description Outcome of each: `index`, `success`, `recordId`, `created` (of an upsert), `errors`. */
            records?: {
                [key: string]: unknown;
            }[];
            /** @description Address of the records, instead of `records` that are too large for an event. */
            recordsURL?: string;
        };
        "subscribe.create.error": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "subscribe.create.error";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["subscribe.create.error.data"];
        };
        /**
         * subscribe.create.error
         * @description A subscription to changes of a CRM could not be created.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "integrationId": "00000000-0000-7000-8000-000000000000",
         *       "integrationName": "sample-integration",
         *       "installationId": "00000000-0000-7000-8000-000000000000",
         *       "groupRef": "sample-group",
         *       "groupName": "Sample group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "error": "A sample error."
         *     }
         */
        "subscribe.create.error.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The integration. */
            integrationId: string;
            /** @description The name of the integration; its id if it has none. */
            integrationName: string;
            /** @description The installation. */
            installationId: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description What went wrong, in words. */
            error: string;
            /** @description Display name of the customer group; its reference if it has none. */
            groupName?: string;
            /** @description The connection of the installation. */
            connectionId?: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
        };
        "connection.created": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "connection.created";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["connection.created.data"];
        };
        /**
         * connection.created
         * @description A customer group has connected a CRM.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "groupRef": "sample-group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer"
         *     }
         */
        "connection.created.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The connection. */
            connectionId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
        };
        "connection.refreshed": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "connection.refreshed";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["connection.refreshed.data"];
        };
        /**
         * connection.refreshed
         * @description The tokens of a connection were renewed.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "groupRef": "sample-group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer"
         *     }
         */
        "connection.refreshed.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The connection. */
            connectionId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
        };
        "connection.updated": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "connection.updated";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["connection.updated.data"];
        };
        /**
         * connection.updated
         * @description A connection was changed.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "groupRef": "sample-group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer"
         *     }
         */
        "connection.updated.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The connection. */
            connectionId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
        };
        "connection.deleted": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "connection.deleted";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["connection.deleted.data"];
        };
        /**
         * connection.deleted
         * @description A connection was removed.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "groupRef": "sample-group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer"
         *     }
         */
        "connection.deleted.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The connection. */
            connectionId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
        };
        "connection.error": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "connection.error";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["connection.error.data"];
        };
        /**
         * connection.error
         * @description A connection stopped working: its customer has to reconnect, or the CRM rejects the provider app. `errors` says which.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "provider": "hubspot",
         *       "groupRef": "sample-group",
         *       "connectionId": "00000000-0000-7000-8000-000000000000",
         *       "consumerRef": "sample-consumer",
         *       "consumerName": "Sample consumer",
         *       "errors": []
         *     }
         */
        "connection.error.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The connection. */
            connectionId: string;
            /** @description The CRM, by the name of its provider. */
            provider: string;
            /** @description The builder's own reference of the customer group. */
            groupRef: string;
            /** @description Why it does not work. */
            errors: string[];
            /** @description The builder's own reference of the person who connected. */
            consumerRef?: string;
            /** @description Display name of that person; the reference if there is none. */
            consumerName?: string;
        };
        "destination.webhook.disabled": {
            /**
             * @description What happened.
             * @constant
             */
            notificationType: "destination.webhook.disabled";
            /** @description The event's id, as it was published. */
            id: string;
            /**
             * Format: date-time
             * @description When it happened. Events come in any order; sort them by this.
             */
            time: string;
            data: components["schemas"]["destination.webhook.disabled.data"];
        };
        /**
         * destination.webhook.disabled
         * @description A destination was disabled: nothing is sent there until it is enabled.
         * @example {
         *       "projectId": "00000000-0000-7000-8000-000000000000",
         *       "destinationId": "00000000-0000-7000-8000-000000000000",
         *       "destinationName": "sample-destination",
         *       "url": "https://receiver.example/hook",
         *       "reason": "A sample reason."
         *     }
         */
        "destination.webhook.disabled.data": {
            /** @description The project that it concerns. */
            projectId: string;
            /** @description The destination. */
            destinationId: string;
            /** @description The name of the destination. */
            destinationName: string;
            /** @description Its address. */
            url: string;
            /** @description Why it was disabled. */
            reason: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
};
export type InstallationCreated = components['schemas']['installation.created'];
export type InstallationCreatedData = components['schemas']['installation.created.data'];
export type InstallationUpdated = components['schemas']['installation.updated'];
export type InstallationUpdatedData = components['schemas']['installation.updated.data'];
export type InstallationDeleted = components['schemas']['installation.deleted'];
export type InstallationDeletedData = components['schemas']['installation.deleted.data'];
export type ReadBackfillDone = components['schemas']['read.backfill.done'];
export type ReadBackfillDoneData = components['schemas']['read.backfill.done.data'];
export type ReadSchedulePaused = components['schemas']['read.schedule.paused'];
export type ReadSchedulePausedData = components['schemas']['read.schedule.paused.data'];
export type ReadTriggeredDone = components['schemas']['read.triggered.done'];
export type ReadTriggeredDoneData = components['schemas']['read.triggered.done.data'];
export type ReadTriggeredError = components['schemas']['read.triggered.error'];
export type ReadTriggeredErrorData = components['schemas']['read.triggered.error.data'];
export type WriteAsyncDone = components['schemas']['write.async.done'];
export type WriteAsyncDoneData = components['schemas']['write.async.done.data'];
export type SubscribeCreateError = components['schemas']['subscribe.create.error'];
export type SubscribeCreateErrorData = components['schemas']['subscribe.create.error.data'];
export type ConnectionCreated = components['schemas']['connection.created'];
export type ConnectionCreatedData = components['schemas']['connection.created.data'];
export type ConnectionRefreshed = components['schemas']['connection.refreshed'];
export type ConnectionRefreshedData = components['schemas']['connection.refreshed.data'];
export type ConnectionUpdated = components['schemas']['connection.updated'];
export type ConnectionUpdatedData = components['schemas']['connection.updated.data'];
export type ConnectionDeleted = components['schemas']['connection.deleted'];
export type ConnectionDeletedData = components['schemas']['connection.deleted.data'];
export type ConnectionError = components['schemas']['connection.error'];
export type ConnectionErrorData = components['schemas']['connection.error.data'];
export type DestinationWebhookDisabled = components['schemas']['destination.webhook.disabled'];
export type DestinationWebhookDisabledData = components['schemas']['destination.webhook.disabled.data'];
export type operations = Record<string, never>;
