/** Written by `npm run api-types` from the OpenAPI document; do not edit. */
export interface paths {
    "/api/v1/public/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append records to a data table
         * @description The columns of every record must equal the columns of the table. All records are inserted or none, and each counts on the `records` meter of the plan.
         *
         *     Needs an API key with the scope `ingest`.
         */
        post: operations["postPublicIngest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/data-tables/ingest/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Append records by a table's webhook URL
         * @description The token in the path is the credential, so the URL is a password: for senders that can post JSON but cannot set a header.
         */
        post: operations["postPublicDataTablesIngestToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/trigger/{spinnerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a job for a published spinner
         * @description The job takes the records that no earlier job of the spinner has taken, or all of them, as the spinner says. It stays `queued` until a runtime picks it up. It counts on the `jobs` meter of the plan. Where addresses have to be confirmed, an organization whose owner has not confirmed theirs is refused with `FORBIDDEN`, and so is a job of more than what is left of 200 messages in the first 24 hours after.
         *
         *     Needs an API key with the scope `trigger`.
         */
        post: operations["postPublicTriggerSpinnerId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how far a job is
         * @description Every recipient is counted once: `total` is the sum of the other counts.
         *
         *     Needs an API key with the scope `trigger`.
         */
        get: operations["getPublicJobsJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization and its owner
         * @description Signs the owner in at once. The token is also set as the cookie `spindle_session`. Where the deployment says so (`SIGN_UP`), it takes an invitation of the operator, or is closed: then the answer is FORBIDDEN.
         */
        post: operations["postAuthSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Opens a session and replaces the person's other one, wherever that is. The token is also set as the cookie `spindle_session`.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the demo can be opened
         * @description One click opens the demo on the embedded database, from this machine only, until a password is set for it, and while none of `SMTP_URL`, `PUBLIC_API_URL`, `TRUSTED_PROXIES` and a `HOST` that others reach is set.
         */
        get: operations["getAuthDemo"];
        put?: never;
        /**
         * Sign in to the demo
         * @description Signs in to the demo without a password. Answers NOT_FOUND where the demo cannot be opened.
         */
        post: operations["postAuthDemo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/demo/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the demo with a link
         * @description With the token of the link that `npm start` prints where one click does not open the demo. It works once, for 30 minutes, until a password is set for the demo.
         */
        post: operations["postAuthDemoLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session and clears the cookie. The token of the session is refused from now on.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See who is signed in
         * @description The person, their organization and their session.
         */
        get: operations["getAuthSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether you have an address to confirm
         * @description While it is required, your organization starts no job.
         */
        get: operations["getAuthConfirmation"];
        put?: never;
        /**
         * Ask for another link that confirms your address
         * @description Where a service reached by https sends mail, an organization that signed up without an invitation starts no job before the e-mail address of its owner is confirmed. The link is mailed at sign-up; it works once, for 24 hours. CONFLICT where there is nothing to confirm.
         */
        post: operations["postAuthConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/confirmation/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm your address
         * @description With the token of the mailed link, by the person who signed up. Ends the API keys that were made before, and every other session. In the first 24 hours after, jobs that could send more than 200 messages together are refused with FORBIDDEN.
         */
        post: operations["postAuthConfirmationConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description This session stays open. Every other one of the person ends, and links that were mailed to set a new password open nothing any more.
         */
        post: operations["postAuthPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that sets a new password
         * @description Mails a link that works once, for 30 minutes. The answer is the same whether or not the address has an account.
         */
        post: operations["postAuthPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description With the token of the mailed link. Ends every session of the person.
         */
        post: operations["postAuthPasswordResetConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See your organization
         * @description With the plan that it is on.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Move to another plan
         * @description For owners, where the deployment allows it (`SELF_SERVE_PLANS`). What there is stays; what may be added is the new plan’s. Where it has no API keys, the existing ones stop working.
         */
        put: operations["putOrganizationPlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what webhooks are signed with
         * @description For owners. Give it to your receivers: with it they know that a webhook is yours, as Standard Webhooks describes.
         */
        get: operations["getOrganizationWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/webhook-secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign webhooks with a new secret
         * @description For owners. For a day they carry a signature of the old one too, so that receivers can be moved over.
         */
        post: operations["postOrganizationWebhookSecretRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See the plans
         * @description Those of this deployment.
         */
        get: operations["getPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what is used of the plan
         * @description The meters of the present calendar month (UTC).
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The oldest first, also those that were revoked or have expired.
         */
        get: operations["getApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description For owners. Its secret is in this answer and never shown again.
         */
        post: operations["postApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description For owners. The next request with it is refused, whichever process it reaches.
         */
        delete: operations["deleteApiKeysApiKeyId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{apiKeyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key by a new one
         * @description For owners. With the same name, scopes and expiry. The old one goes on working for the grace, if any.
         */
        post: operations["postApiKeysApiKeyIdRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description The oldest first.
         */
        get: operations["getProjects"];
        put?: never;
        /**
         * Create a project
         * @description A folder of data tables and spinners.
         */
        post: operations["postProjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a project
         * @description A folder of data tables and spinners.
         */
        get: operations["getProjectsProjectId"];
        put?: never;
        post?: never;
        /**
         * Delete an empty project
         * @description Refused with CONFLICT while a data table or a spinner is in it.
         */
        delete: operations["deleteProjectsProjectId"];
        options?: never;
        head?: never;
        /**
         * Rename a project
         * @description Its data tables and spinners stay as they are.
         */
        patch: operations["patchProjectsProjectId"];
        trace?: never;
    };
    "/api/v1/data-tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all data tables
         * @description The data tables or spinners of all projects, the oldest first.
         */
        get: operations["getDataTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/data-tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the data tables of a project
         * @description The oldest first.
         */
        get: operations["getProjectsProjectIdDataTables"];
        put?: never;
        /**
         * Create a data table
         * @description A new table has no columns. The header row of the first CSV that is imported into it becomes its columns.
         */
        post: operations["postProjectsProjectIdDataTables"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data-tables/{dataTableId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a data table
         * @description Its columns, its webhook URL and how many records it has.
         */
        get: operations["getDataTablesDataTableId"];
        put?: never;
        post?: never;
        /**
         * Delete a data table with its records
         * @description Refused with CONFLICT while a spinner uses the table. The `records` meter is not refunded.
         */
        delete: operations["deleteDataTablesDataTableId"];
        options?: never;
        head?: never;
        /**
         * Change a data table
         * @description `metadataColumns` are the columns that pipelines may see. Spinners that are published keep what they saw when they were.
         */
        patch: operations["patchDataTablesDataTableId"];
        trace?: never;
    };
    "/api/v1/data-tables/{dataTableId}/ingest-token/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new webhook URL
         * @description The old webhook URL stops working at once.
         */
        post: operations["postDataTablesDataTableIdIngestTokenRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data-tables/{dataTableId}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Browse records
         * @description In order of arrival, or the newest first. Records that arrive while you page do not shift the pages. With `ids` only certain records, such as the recipients of a job.
         */
        get: operations["getDataTablesDataTableIdRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data-tables/{dataTableId}/records/{recordId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a record
         * @description The `records` meter is not refunded.
         */
        delete: operations["deleteDataTablesDataTableIdRecordsRecordId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data-tables/{dataTableId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a table as CSV
         * @description Everything that had arrived when the export began. A cell that a spreadsheet would run as a formula is preceded by an apostrophe, unless `raw` is true.
         */
        get: operations["getDataTablesDataTableIdExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data-tables/{dataTableId}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a CSV
         * @description UTF-8, delimited by comma, semicolon, tab or bar. On a table without columns the header row names them; otherwise it must name the same ones, in any order. Every cell becomes text. All rows are inserted or none, whatever the size of the file; each counts on the `records` meter.
         */
        post: operations["postDataTablesDataTableIdImports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spinners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all spinners
         * @description The data tables or spinners of all projects, the oldest first.
         */
        get: operations["getSpinners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{projectId}/spinners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the spinners of a project
         * @description The oldest first.
         */
        get: operations["getProjectsProjectIdSpinners"];
        put?: never;
        /**
         * Create a spinner
         * @description Creates a draft. It can be triggered once it is published.
         */
        post: operations["postProjectsProjectIdSpinners"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spinners/{spinnerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a spinner
         * @description The draft, and whether it differs from the published version.
         */
        get: operations["getSpinnersSpinnerId"];
        put?: never;
        post?: never;
        /**
         * Delete a spinner
         * @description Refused with CONFLICT while the spinner is published or one of its jobs still runs. Its jobs can still be read afterwards.
         */
        delete: operations["deleteSpinnersSpinnerId"];
        options?: never;
        head?: never;
        /**
         * Edit the draft
         * @description The published version runs unchanged until the draft is published.
         */
        patch: operations["patchSpinnersSpinnerId"];
        trace?: never;
    };
    "/api/v1/spinners/{spinnerId}/audience": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how many records a job would take
         * @description The number of records that a job of the published version would take if it started now. Records that are deleted before the job reaches them are left out.
         */
        get: operations["getSpinnersSpinnerIdAudience"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spinners/{spinnerId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what was published
         * @description A version as it was published. Its jobs run it, also after the draft was changed.
         */
        get: operations["getSpinnersSpinnerIdVersionsVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spinners/{spinnerId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the draft
         * @description Freezes the draft as a new version, which jobs run from now on. Refused when a template or condition names a column that is not a metadata column of the data table.
         */
        post: operations["postSpinnersSpinnerIdPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spinners/{spinnerId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what the draft would send
         * @description Renders the draft, or the `steps` that are sent in its place, for up to ten records: those named, or the first of the table. `errors` is what publishing would refuse. Nothing is sent, saved or metered.
         */
        post: operations["postSpinnersSpinnerIdPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spinners/{spinnerId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a spinner from being triggered
         * @description Jobs that have started run to their end.
         */
        post: operations["postSpinnersSpinnerIdUnpublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressed addresses
         * @description Addresses that unsubscribed, that bounced, or that were added by hand. No job of the organization sends to them. The latest first.
         */
        get: operations["getSuppressions"];
        put?: never;
        /**
         * Suppress an address
         * @description No job of the organization sends to it any more, from the next message on. An address that is suppressed already keeps its reason.
         */
        post: operations["postSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/{suppressionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Lift a suppression
         * @description Jobs send to the address again. Do this only when the person has asked for it.
         */
        delete: operations["deleteSuppressionsSuppressionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spinners/{spinnerId}/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a job for a published spinner
         * @description The same as the public trigger, called with a session. It counts on the `jobs` meter.
         */
        post: operations["postSpinnersSpinnerIdJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List jobs
         * @description The latest first.
         */
        get: operations["getJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See a job
         * @description Every recipient is counted once: `total` is the sum of the other counts.
         */
        get: operations["getJobsJobId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description After the answer no further step starts; only messages that were already being sent still arrive. Cancelling a cancelled job changes nothing; a job that has completed or failed is refused with CONFLICT.
         */
        post: operations["postJobsJobIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{jobId}/retry-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the failed recipients again
         * @description Starts a new job of the same version. Each recipient goes on from the step that failed, so what was sent before is not sent again. Allowed once per job, after the job has ended. It counts on the `jobs` meter.
         */
        post: operations["postJobsJobIdRetryFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{jobId}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what became of each recipient
         * @description Lists the recipients that the runtime has reached so far, in the order in which it reached them. They are kept for 90 days after the end of the job, or for `RETENTION_DAYS` if the deployment sets it.
         */
        get: operations["getJobsJobIdRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{jobId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how a job went over time
         * @description How many recipients were finished at each moment between the start of the job and its end (or now). After the retention time only the first and the last point are left.
         */
        get: operations["getJobsJobIdProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{jobId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch a job
         * @description Server-sent events. A `job` event with the whole job comes at once, after every change, and when the job ends; then the stream ends.
         */
        get: operations["getJobsJobIdEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read captured messages
         * @description E-mails that were captured instead of sent because no SMTP server is configured. The latest first.
         */
        get: operations["getOutbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runtime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runtime processes
         * @description The runtime processes that were seen within the last 15 seconds. Without one, jobs stay `queued`.
         */
        get: operations["getRuntime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process up?
         * @description Answers 200 while the process runs, whatever the state of the database.
         */
        get: operations["getHealthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can it serve?
         * @description Answers 200 when the database can be reached and is migrated.
         */
        get: operations["getReadyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics
         * @description What this process has counted and what waits for the runtime, in the format of Prometheus. While the database is away, the figures that come from it are missing.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An error: a valid RFC 9457 document and a flat envelope at once. */
        Problem: {
            /** @constant */
            ok: false;
            /** @description Stable; program against this. */
            code: string;
            /** @description For people. */
            message: string;
            /**
             * Format: uri-reference
             * @description Where the error is explained.
             */
            type: string;
            title: string;
            status: number;
            requestId: string;
            requiredScope?: string;
            /** @description The table's columns. */
            expected?: string[];
            /** @description The offending records' columns. */
            received?: string[];
            meter?: string;
            limit?: number | null;
            used?: number;
            requested?: number;
            /** Format: date-time */
            resetsAt?: string | null;
            /** @description Seconds, as in the header Retry-After. */
            retryAfter?: number;
            errors?: {
                /** @description A JSON pointer into the request. */
                pointer: string;
                code: string;
                message?: string;
                column?: string;
                /** @description The column that was probably meant. */
                suggestion?: string;
            }[];
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            scopes: ("ingest" | "trigger")[];
            prefix: string;
            last4: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description To the minute.
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description In the future while the grace of a rotation lasts.
             */
            revokedAt: string | null;
        };
        Cells: {
            [key: string]: string | number | boolean | null;
        };
        Column: {
            name: string;
            metadata: boolean;
        };
        /** @description A record that fails it ends as skipped. `exists` and `missing` take no value, the others need one. */
        ConditionStep: {
            /** @enum {string} */
            type: "condition";
            /** @description A metadata column of the data table. */
            column: string;
            /** @enum {string} */
            operator: "equals" | "notEquals" | "contains" | "exists" | "missing" | "greaterThan" | "lessThan";
            value?: string | number | boolean;
        };
        DataTable: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            name: string;
            /** @description In the order of the first import. Empty before the first import. */
            columns: components["schemas"]["Column"][];
            /**
             * @description What happens to a record that lacks a column: `reject` refuses it, `fill` stores null.
             * @enum {string}
             */
            missingColumns: "reject" | "fill";
            recordCount: number;
            /** @description The URL contains a secret: treat it like a password. `null` if SESSION_SECRET was changed since it was made; it still works, but only a new one can be shown. */
            webhookUrl: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        EmailPreview: {
            to: string;
            subject: string;
            text: string | null;
            html: string | null;
        };
        /** @description Sends one e-mail. Its fields are Liquid templates; `text` or `html` is required, or both. */
        EmailStep: {
            /** @enum {string} */
            type: "email";
            /** @description Must render to one address. */
            to: string;
            subject: string;
            text?: string;
            html?: string;
        };
        Imported: {
            inserted: number;
            /** @description The table's columns. */
            columns: string[];
        };
        Job: {
            /** Format: uuid */
            id: string;
            spinnerVersion: number;
            /** @enum {string} */
            source: "api" | "app";
            /** Format: uuid */
            spinnerId: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
            counts: components["schemas"]["JobCounts"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            error: string | null;
            /** @description What to do when the job does not progress. */
            hint: string | null;
        };
        JobCounts: {
            total: number;
            pending: number;
            waiting: number;
            done: number;
            skipped: number;
            failed: number;
            unconfirmed: number;
        };
        JobProgress: {
            /** @description Points in order of time, about a hundred at most. A stretch in which nothing changed has only its first and last point. */
            points: components["schemas"]["ProgressPoint"][];
            /** @description Whether the points in between are estimated from a sample of the recipients, as for large jobs. The last point is always exact. */
            estimated: boolean;
        };
        Message: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            jobId: string;
            recordId: string;
            step: number;
            to: string;
            subject: string;
            text: string | null;
            html: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Meter: {
            /** @enum {string} */
            meter: "records" | "jobs";
            used: number;
            /** @description `null` for no limit. */
            limit: number | null;
        };
        NewApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            scopes: ("ingest" | "trigger")[];
            prefix: string;
            last4: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description To the minute.
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description In the future while the grace of a rotation lasts.
             */
            revokedAt: string | null;
            secret: string;
        };
        Organization: {
            /** Format: uuid */
            id: string;
            name: string;
            plan: components["schemas"]["Plan"];
            /** Format: date-time */
            createdAt: string;
        };
        Plan: {
            id: string;
            name: string;
            /** @description Whether the plan includes API keys. */
            apiKeys: boolean;
            limits: {
                /** @description `null` for no limit. */
                records: number | null;
                /** @description `null` for no limit. */
                jobs: number | null;
                /** @description `null` for no limit. */
                dataTables: number | null;
                /** @description `null` for no limit. */
                spinners: number | null;
            };
        };
        Preview: {
            items: components["schemas"]["PreviewedRecord"][];
            /** @description What publishing would answer as `SPINNER_INVALID`; empty where it would not. */
            errors: components["schemas"]["StepFault"][];
        };
        PreviewedRecord: {
            recordId: string;
            /** @description Up to the first that skips or fails. */
            steps: components["schemas"]["PreviewedStep"][];
        };
        PreviewedStep: {
            /** @description Where in the steps, from 0. */
            step: number;
            /** @enum {string} */
            type: "email" | "webhook" | "wait" | "condition";
            /** @enum {string} */
            outcome: "sends" | "passes" | "skips" | "fails";
            /** @description Why it skips or fails. */
            reason: string | null;
            /** @description What it would send. */
            message: components["schemas"]["EmailPreview"] | components["schemas"]["WebhookPreview"] | null;
        };
        ProgressPoint: {
            /** Format: date-time */
            at: string;
            total: number;
            /** @description The sum of the following. */
            finished: number;
            done: number;
            skipped: number;
            failed: number;
            unconfirmed: number;
        };
        Project: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
        };
        PublicJob: {
            /** @enum {boolean} */
            ok: true;
            /** Format: uuid */
            jobId: string;
            /** Format: uuid */
            spinnerId: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
            counts: components["schemas"]["JobCounts"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            /** @description What to do when the job does not progress. */
            hint?: string;
        };
        Recipient: {
            recordId: string;
            /** @enum {string} */
            state: "pending" | "waiting" | "done" | "skipped" | "failed" | "unconfirmed";
            /** @description The index of the step, from 0. */
            step: number;
            attempts: number;
            /** @description Why it was skipped, failed or is tried again. */
            error: string | null;
            /** Format: date-time */
            updatedAt: string;
        };
        Session: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        SignedIn: {
            /** @description Goes into "Authorization: Bearer …". */
            token: string;
            /** Format: date-time */
            expiresAt: string;
            user: components["schemas"]["User"];
            organization: components["schemas"]["Organization"];
        };
        Spinner: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            projectId: string;
            name: string;
            /** Format: uuid */
            dataTableId: string;
            /** @enum {string} */
            audience: "new" | "all";
            /** @enum {string} */
            status: "draft" | "published";
            /** @description What happens to each recipient, in order. */
            steps: components["schemas"]["Step"][];
            publishedVersion: number | null;
            /** @description Whether publishing would change what runs: the draft, or which columns pipelines may see, is not what was published. False for one that is not published. */
            hasUnpublishedChanges: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        SpinnerVersion: {
            /** Format: uuid */
            spinnerId: string;
            version: number;
            /** @enum {string} */
            audience: "new" | "all";
            /** @description What happens to each recipient, in order. */
            steps: components["schemas"]["Step"][];
            /** @description The columns of the data table that it may see. */
            metadataColumns: string[];
        };
        Step: components["schemas"]["EmailStep"] | components["schemas"]["WebhookStep"] | components["schemas"]["WaitStep"] | components["schemas"]["ConditionStep"];
        StepFault: {
            /** @description A JSON pointer to the field, as `/steps/0/subject`. */
            pointer: string;
            code: string;
            message: string;
            column?: string;
            /** @description The column that was probably meant. */
            suggestion?: string;
        };
        Suppression: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            reason: "unsubscribed" | "bounced" | "added";
            /** Format: date-time */
            createdAt: string;
        };
        TableRecord: {
            id: string;
            data: components["schemas"]["Cells"];
            /** Format: date-time */
            createdAt: string;
        };
        Usage: {
            period: string;
            /** Format: date-time */
            resetsAt: string;
            meters: components["schemas"]["Meter"][];
        };
        User: {
            /** Format: uuid */
            id: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "member";
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Lets time pass. */
        WaitStep: {
            /** @enum {string} */
            type: "wait";
            seconds: number;
        };
        WebhookPreview: {
            /** @enum {string} */
            method: "POST" | "PUT" | "PATCH";
            url: string;
            headers: {
                [key: string]: string;
            };
            /** @description JSON. */
            body: string;
        };
        /** @description Posts JSON to a receiver, signed as Standard Webhooks, at least once and always under the same `webhook-id`. */
        WebhookStep: {
            /** @enum {string} */
            type: "webhook";
            /** @description http or https, without a template in its host. */
            url: string;
            /**
             * @description POST unless told.
             * @enum {string}
             */
            method?: "POST" | "PUT" | "PATCH";
            headers?: {
                [key: string]: string;
            };
            /** @description Must render to JSON; `{{ name | json }}` quotes a value. */
            body: string;
        };
        Worker: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            lastSeenAt: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The request's id: yours if you sent one, and the one in our log. */
        RequestId: string;
    };
    pathItems: never;
}
export type Problem = components['schemas']['Problem'];
export type ApiKey = components['schemas']['ApiKey'];
export type Cells = components['schemas']['Cells'];
export type Column = components['schemas']['Column'];
export type ConditionStep = components['schemas']['ConditionStep'];
export type DataTable = components['schemas']['DataTable'];
export type EmailPreview = components['schemas']['EmailPreview'];
export type EmailStep = components['schemas']['EmailStep'];
export type Imported = components['schemas']['Imported'];
export type Job = components['schemas']['Job'];
export type JobCounts = components['schemas']['JobCounts'];
export type JobProgress = components['schemas']['JobProgress'];
export type Message = components['schemas']['Message'];
export type Meter = components['schemas']['Meter'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type Organization = components['schemas']['Organization'];
export type Plan = components['schemas']['Plan'];
export type Preview = components['schemas']['Preview'];
export type PreviewedRecord = components['schemas']['PreviewedRecord'];
export type PreviewedStep = components['schemas']['PreviewedStep'];
export type ProgressPoint = components['schemas']['ProgressPoint'];
export type Project = components['schemas']['Project'];
export type PublicJob = components['schemas']['PublicJob'];
export type Recipient = components['schemas']['Recipient'];
export type Session = components['schemas']['Session'];
export type SignedIn = components['schemas']['SignedIn'];
export type Spinner = components['schemas']['Spinner'];
export type SpinnerVersion = components['schemas']['SpinnerVersion'];
export type Step = components['schemas']['Step'];
export type StepFault = components['schemas']['StepFault'];
export type Suppression = components['schemas']['Suppression'];
export type TableRecord = components['schemas']['TableRecord'];
export type Usage = components['schemas']['Usage'];
export type User = components['schemas']['User'];
export type WaitStep = components['schemas']['WaitStep'];
export type WebhookPreview = components['schemas']['WebhookPreview'];
export type WebhookStep = components['schemas']['WebhookStep'];
export type Worker = components['schemas']['Worker'];
export type HeaderRequestId = components['headers']['RequestId'];
export type $defs = Record<string, never>;
export interface operations {
    postPublicIngest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the first answer again, for at least 24 hours, and nothing is done or metered twice. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The data table that the records are appended to.
                     */
                    dataTableId: string;
                    /** @description 1 to 500 records; all are inserted or none. */
                    records: components["schemas"]["Cells"][];
                };
            };
        };
        responses: {
            /** @description Every record is in the table. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description `true` where this is the answer to an earlier request. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "inserted": 1
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /** @description How many records this request inserted. */
                        inserted: number;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `INVALID_API_KEY`: Invalid API key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INVALID_API_KEY";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `MISSING_SCOPE`: Missing scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "MISSING_SCOPE";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `TABLE_HAS_NO_SCHEMA`: The data table has no columns yet. `IDEMPOTENCY_IN_PROGRESS`: A request with this Idempotency-Key is still being worked on. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "TABLE_HAS_NO_SCHEMA" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `SCHEMA_MISMATCH`: Record columns differ from the table's columns. `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with a different payload. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "SCHEMA_MISMATCH" | "IDEMPOTENCY_KEY_REUSED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postPublicDataTablesIngestToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the first answer again, for at least 24 hours, and nothing is done or metered twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The table's ingest token, `tbl_…`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 1 to 500 records; all are inserted or none. */
                    records: components["schemas"]["Cells"][];
                };
            };
        };
        responses: {
            /** @description Every record is in the table. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description `true` where this is the answer to an earlier request. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "inserted": 1
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /** @description How many records this request inserted. */
                        inserted: number;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `INVALID_INGEST_TOKEN`: Invalid ingest token. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INVALID_INGEST_TOKEN";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `TABLE_HAS_NO_SCHEMA`: The data table has no columns yet. `IDEMPOTENCY_IN_PROGRESS`: A request with this Idempotency-Key is still being worked on. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "TABLE_HAS_NO_SCHEMA" | "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `SCHEMA_MISMATCH`: Record columns differ from the table's columns. `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with a different payload. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "SCHEMA_MISMATCH" | "IDEMPOTENCY_KEY_REUSED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postPublicTriggerSpinnerId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the first answer again, for at least 24 hours, and nothing is done or metered twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The spinner to start. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The job is queued. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description `true` where this is the answer to an earlier request. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "jobId": "01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d",
                     *       "spinnerId": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /** Format: uuid */
                        jobId: string;
                        /** Format: uuid */
                        spinnerId: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `INVALID_API_KEY`: Invalid API key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INVALID_API_KEY";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. `MISSING_SCOPE`: Missing scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN" | "MISSING_SCOPE";
                    };
                };
            };
            /** @description `SPINNER_NOT_FOUND`: Published spinner not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "SPINNER_NOT_FOUND";
                    };
                };
            };
            /** @description `IDEMPOTENCY_IN_PROGRESS`: A request with this Idempotency-Key is still being worked on. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with a different payload. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "IDEMPOTENCY_KEY_REUSED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getPublicJobsJobId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job, as the trigger answered it. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "jobId": "01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d",
                     *       "spinnerId": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "status": "running",
                     *       "counts": {
                     *         "total": 1200,
                     *         "pending": 700,
                     *         "waiting": 0,
                     *         "done": 497,
                     *         "skipped": 0,
                     *         "failed": 3,
                     *         "unconfirmed": 0
                     *       },
                     *       "createdAt": "2026-11-20T09:00:00.000Z",
                     *       "startedAt": "2026-11-20T09:00:00.120Z",
                     *       "finishedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["PublicJob"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `INVALID_API_KEY`: Invalid API key. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INVALID_API_KEY";
                    };
                };
            };
            /** @description `MISSING_SCOPE`: Missing scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "MISSING_SCOPE";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @description Neither one that attackers try first, nor made of the person’s own name or address. */
                    password: string;
                    name: string;
                    /** @description What came after the "#" of an invitation’s link. It is for one address, once. */
                    invitation?: string;
                    organizationName?: string;
                };
            };
        };
        responses: {
            /** @description The owner is signed in. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6InNlc3Npb24rand0In0.…",
                     *       "expiresAt": "2026-11-20T21:00:00.000Z",
                     *       "user": {
                     *         "id": "01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *         "email": "ada@example.com",
                     *         "name": "Ada Lovelace",
                     *         "role": "owner",
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       },
                     *       "organization": {
                     *         "id": "01936f4c-0011-7a22-8b33-4c5d6e7f8091",
                     *         "name": "Analytical Engines",
                     *         "plan": {
                     *           "id": "starter",
                     *           "name": "Starter",
                     *           "apiKeys": true,
                     *           "limits": {
                     *             "records": 50000,
                     *             "jobs": 500,
                     *             "dataTables": 100,
                     *             "spinners": 100
                     *           }
                     *         },
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description The person is signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6InNlc3Npb24rand0In0.…",
                     *       "expiresAt": "2026-11-20T21:00:00.000Z",
                     *       "user": {
                     *         "id": "01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *         "email": "ada@example.com",
                     *         "name": "Ada Lovelace",
                     *         "role": "owner",
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       },
                     *       "organization": {
                     *         "id": "01936f4c-0011-7a22-8b33-4c5d6e7f8091",
                     *         "name": "Analytical Engines",
                     *         "plan": {
                     *           "id": "starter",
                     *           "name": "Starter",
                     *           "apiKeys": true,
                     *           "limits": {
                     *             "records": 50000,
                     *             "jobs": 500,
                     *             "dataTables": 100,
                     *             "spinners": 100
                     *           }
                     *         },
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `INVALID_CREDENTIALS`: E-mail and password do not match an account. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INVALID_CREDENTIALS";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getAuthDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether there is a demo to sign in to. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "available": true
                     *     }
                     */
                    "application/json": {
                        available: boolean;
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The demo is signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6InNlc3Npb24rand0In0.…",
                     *       "expiresAt": "2026-11-20T21:00:00.000Z",
                     *       "user": {
                     *         "id": "01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *         "email": "ada@example.com",
                     *         "name": "Ada Lovelace",
                     *         "role": "owner",
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       },
                     *       "organization": {
                     *         "id": "01936f4c-0011-7a22-8b33-4c5d6e7f8091",
                     *         "name": "Analytical Engines",
                     *         "plan": {
                     *           "id": "starter",
                     *           "name": "Starter",
                     *           "apiKeys": true,
                     *           "limits": {
                     *             "records": 50000,
                     *             "jobs": 500,
                     *             "dataTables": 100,
                     *             "spinners": 100
                     *           }
                     *         },
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthDemoLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The demo is signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6InNlc3Npb24rand0In0.…",
                     *       "expiresAt": "2026-11-20T21:00:00.000Z",
                     *       "user": {
                     *         "id": "01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *         "email": "ada@example.com",
                     *         "name": "Ada Lovelace",
                     *         "role": "owner",
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       },
                     *       "organization": {
                     *         "id": "01936f4c-0011-7a22-8b33-4c5d6e7f8091",
                     *         "name": "Analytical Engines",
                     *         "plan": {
                     *           "id": "starter",
                     *           "name": "Starter",
                     *           "apiKeys": true,
                     *           "limits": {
                     *             "records": 50000,
                     *             "jobs": 500,
                     *             "dataTables": 100,
                     *             "spinners": 100
                     *           }
                     *         },
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getAuthSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person who is signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "id": "01936f4c-1a2b-7c3d-8e4f-5a6b7c8d9e0f",
                     *         "email": "ada@example.com",
                     *         "name": "Ada Lovelace",
                     *         "role": "owner",
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       },
                     *       "organization": {
                     *         "id": "01936f4c-0011-7a22-8b33-4c5d6e7f8091",
                     *         "name": "Analytical Engines",
                     *         "plan": {
                     *           "id": "starter",
                     *           "name": "Starter",
                     *           "apiKeys": true,
                     *           "limits": {
                     *             "records": 50000,
                     *             "jobs": 500,
                     *             "dataTables": 100,
                     *             "spinners": 100
                     *           }
                     *         },
                     *         "createdAt": "2026-11-20T09:00:00.000Z"
                     *       },
                     *       "session": {
                     *         "id": "01936f4f-3e90-7f65-8d33-70819203b4c5",
                     *         "createdAt": "2026-11-20T09:00:00.000Z",
                     *         "expiresAt": "2026-11-20T21:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        user: components["schemas"]["User"];
                        organization: components["schemas"]["Organization"];
                        session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getAuthConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether there is an address to confirm. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "required": false
                     *     }
                     */
                    "application/json": {
                        required: boolean;
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The link was mailed. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthConfirmationConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    /** @description Neither one that attackers try first, nor made of the person’s own name or address. */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description If the address has an account, the link was mailed. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postAuthPasswordResetConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    /** @description Neither one that attackers try first, nor made of the person’s own name or address. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4c-0011-7a22-8b33-4c5d6e7f8091",
                     *       "name": "Analytical Engines",
                     *       "plan": {
                     *         "id": "starter",
                     *         "name": "Starter",
                     *         "apiKeys": true,
                     *         "limits": {
                     *           "records": 50000,
                     *           "jobs": 500,
                     *           "dataTables": 100,
                     *           "spinners": 100
                     *         }
                     *       },
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    putOrganizationPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    planId: string;
                };
            };
        };
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4c-0011-7a22-8b33-4c5d6e7f8091",
                     *       "name": "Analytical Engines",
                     *       "plan": {
                     *         "id": "starter",
                     *         "name": "Starter",
                     *         "apiKeys": true,
                     *         "limits": {
                     *           "records": 50000,
                     *           "jobs": 500,
                     *           "dataTables": 100,
                     *           "spinners": 100
                     *         }
                     *       },
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getOrganizationWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": {
                        secret: string;
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postOrganizationWebhookSecretRotate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_…"
                     *     }
                     */
                    "application/json": {
                        secret: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "starter",
                     *           "name": "Starter",
                     *           "apiKeys": true,
                     *           "limits": {
                     *             "records": 50000,
                     *             "jobs": 500,
                     *             "dataTables": 100,
                     *             "spinners": 100
                     *           }
                     *         }
                     *       ],
                     *       "selfServe": false
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Plan"][];
                        /** @description Whether owners may change theirs themselves. */
                        selfServe: boolean;
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "2026-11",
                     *       "resetsAt": "2026-12-01T00:00:00.000Z",
                     *       "meters": [
                     *         {
                     *           "meter": "records",
                     *           "used": 12000,
                     *           "limit": 50000
                     *         },
                     *         {
                     *           "meter": "jobs",
                     *           "used": 42,
                     *           "limit": 500
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getApiKeys: {
        parameters: {
            query?: {
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of API keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f4e-7788-7a99-8aab-bccddeeff001",
                     *           "name": "CRM",
                     *           "scopes": [
                     *             "ingest",
                     *             "trigger"
                     *           ],
                     *           "prefix": "svc_4fGh",
                     *           "last4": "x7Qa",
                     *           "createdAt": "2026-11-20T09:00:00.000Z",
                     *           "expiresAt": null,
                     *           "lastUsedAt": "2026-11-20T09:41:00.000Z",
                     *           "revokedAt": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: ("ingest" | "trigger")[];
                    /** Format: date-time */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key with its secret, which is shown this once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-7788-7a99-8aab-bccddeeff001",
                     *       "name": "CRM",
                     *       "scopes": [
                     *         "ingest",
                     *         "trigger"
                     *       ],
                     *       "prefix": "svc_4fGh",
                     *       "last4": "x7Qa",
                     *       "createdAt": "2026-11-20T09:00:00.000Z",
                     *       "expiresAt": null,
                     *       "lastUsedAt": null,
                     *       "revokedAt": null,
                     *       "secret": "svc_…"
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    deleteApiKeysApiKeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The API key. */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postApiKeysApiKeyIdRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The API key. */
                apiKeyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    graceSeconds?: number;
                };
            };
        };
        responses: {
            /** @description The key with its secret, which is shown this once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-7788-7a99-8aab-bccddeeff001",
                     *       "name": "CRM",
                     *       "scopes": [
                     *         "ingest",
                     *         "trigger"
                     *       ],
                     *       "prefix": "svc_4fGh",
                     *       "last4": "x7Qa",
                     *       "createdAt": "2026-11-20T09:00:00.000Z",
                     *       "expiresAt": null,
                     *       "lastUsedAt": null,
                     *       "revokedAt": null,
                     *       "secret": "svc_…"
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getProjects: {
        parameters: {
            query?: {
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of projects. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *           "name": "Spring campaign",
                     *           "createdAt": "2026-11-20T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Project"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The project. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Spring campaign",
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getProjectsProjectId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Spring campaign",
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    deleteProjectsProjectId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    patchProjectsProjectId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The project. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Spring campaign",
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getDataTables: {
        parameters: {
            query?: {
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of data tables. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *           "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *           "name": "Leads",
                     *           "columns": [
                     *             {
                     *               "name": "name",
                     *               "metadata": true
                     *             },
                     *             {
                     *               "name": "phone",
                     *               "metadata": false
                     *             },
                     *             {
                     *               "name": "email",
                     *               "metadata": true
                     *             }
                     *           ],
                     *           "missingColumns": "reject",
                     *           "recordCount": 1200,
                     *           "webhookUrl": "https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…",
                     *           "createdAt": "2026-11-20T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["DataTable"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getProjectsProjectIdDataTables: {
        parameters: {
            query?: {
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of data tables. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *           "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *           "name": "Leads",
                     *           "columns": [
                     *             {
                     *               "name": "name",
                     *               "metadata": true
                     *             },
                     *             {
                     *               "name": "phone",
                     *               "metadata": false
                     *             },
                     *             {
                     *               "name": "email",
                     *               "metadata": true
                     *             }
                     *           ],
                     *           "missingColumns": "reject",
                     *           "recordCount": 1200,
                     *           "webhookUrl": "https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…",
                     *           "createdAt": "2026-11-20T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["DataTable"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postProjectsProjectIdDataTables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The data table. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *       "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Leads",
                     *       "columns": [
                     *         {
                     *           "name": "name",
                     *           "metadata": true
                     *         },
                     *         {
                     *           "name": "phone",
                     *           "metadata": false
                     *         },
                     *         {
                     *           "name": "email",
                     *           "metadata": true
                     *         }
                     *       ],
                     *       "missingColumns": "reject",
                     *       "recordCount": 1200,
                     *       "webhookUrl": "https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…",
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DataTable"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getDataTablesDataTableId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The data table. */
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data table. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *       "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Leads",
                     *       "columns": [
                     *         {
                     *           "name": "name",
                     *           "metadata": true
                     *         },
                     *         {
                     *           "name": "phone",
                     *           "metadata": false
                     *         },
                     *         {
                     *           "name": "email",
                     *           "metadata": true
                     *         }
                     *       ],
                     *       "missingColumns": "reject",
                     *       "recordCount": 1200,
                     *       "webhookUrl": "https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…",
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DataTable"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    deleteDataTablesDataTableId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The data table. */
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    patchDataTablesDataTableId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read the resource with: if it was changed since, nothing is written and the answer is `CONFLICT`. */
                "If-Match"?: string;
            };
            path: {
                /** @description The data table. */
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    metadataColumns?: string[];
                    /** @enum {string} */
                    missingColumns?: "reject" | "fill";
                };
            };
        };
        responses: {
            /** @description The data table. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *       "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Leads",
                     *       "columns": [
                     *         {
                     *           "name": "name",
                     *           "metadata": true
                     *         },
                     *         {
                     *           "name": "phone",
                     *           "metadata": false
                     *         },
                     *         {
                     *           "name": "email",
                     *           "metadata": true
                     *         }
                     *       ],
                     *       "missingColumns": "reject",
                     *       "recordCount": 1200,
                     *       "webhookUrl": "https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…",
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DataTable"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postDataTablesDataTableIdIngestTokenRotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The data table. */
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The new webhook URL. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhookUrl": "https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…"
                     *     }
                     */
                    "application/json": {
                        webhookUrl: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getDataTablesDataTableIdRecords: {
        parameters: {
            query?: {
                /** @description `arrival` if it is absent. A cursor is valid only for the order that it came from. */
                order?: "arrival" | "newest";
                /** @description Only the records with these ids: at most 200, separated by commas, answered on one page in order of the ids. An id that is not in the table is left out. Cannot be combined with another parameter. */
                ids?: string;
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The data table. */
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "5120",
                     *           "data": {
                     *             "name": "Ada Lovelace",
                     *             "phone": "+44 20 7946 0000",
                     *             "email": "ada@example.com"
                     *           },
                     *           "createdAt": "2026-11-20T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["TableRecord"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    deleteDataTablesDataTableIdRecordsRecordId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The data table. */
                dataTableId: string;
                /** @description The record. */
                recordId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getDataTablesDataTableIdExport: {
        parameters: {
            query?: {
                /** @description Export every cell exactly as it is stored. */
                raw?: boolean;
            };
            header?: never;
            path: {
                /** @description The data table. */
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example name,phone,email
                     *     Ada Lovelace,+44 20 7946 0000,ada@example.com
                     */
                    "text/csv": string;
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postDataTablesDataTableIdImports: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The data table. */
                dataTableId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example name,phone,email
                 *     Ada Lovelace,+44 20 7946 0000,ada@example.com
                 */
                "text/csv": string;
                "multipart/form-data": {
                    file: string;
                };
            };
        };
        responses: {
            /** @description Every row is in the table. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inserted": 1,
                     *       "columns": [
                     *         "name",
                     *         "phone",
                     *         "email"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Imported"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `SCHEMA_MISMATCH`: Record columns differ from the table's columns. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "SCHEMA_MISMATCH";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getSpinners: {
        parameters: {
            query?: {
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of spinners. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *           "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *           "name": "Welcome new leads",
                     *           "dataTableId": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *           "audience": "new",
                     *           "status": "published",
                     *           "steps": [
                     *             {
                     *               "type": "condition",
                     *               "column": "email",
                     *               "operator": "exists"
                     *             },
                     *             {
                     *               "type": "email",
                     *               "to": "{{ email }}",
                     *               "subject": "Welcome, {{ name }}",
                     *               "text": "Hello {{ name }}, …"
                     *             },
                     *             {
                     *               "type": "wait",
                     *               "seconds": 259200
                     *             },
                     *             {
                     *               "type": "email",
                     *               "to": "{{ email }}",
                     *               "subject": "Any questions?",
                     *               "text": "Hello again, {{ name }}, …"
                     *             }
                     *           ],
                     *           "publishedVersion": 3,
                     *           "hasUnpublishedChanges": false,
                     *           "createdAt": "2026-11-20T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Spinner"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getProjectsProjectIdSpinners: {
        parameters: {
            query?: {
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of spinners. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *           "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *           "name": "Welcome new leads",
                     *           "dataTableId": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *           "audience": "new",
                     *           "status": "published",
                     *           "steps": [
                     *             {
                     *               "type": "condition",
                     *               "column": "email",
                     *               "operator": "exists"
                     *             },
                     *             {
                     *               "type": "email",
                     *               "to": "{{ email }}",
                     *               "subject": "Welcome, {{ name }}",
                     *               "text": "Hello {{ name }}, …"
                     *             },
                     *             {
                     *               "type": "wait",
                     *               "seconds": 259200
                     *             },
                     *             {
                     *               "type": "email",
                     *               "to": "{{ email }}",
                     *               "subject": "Any questions?",
                     *               "text": "Hello again, {{ name }}, …"
                     *             }
                     *           ],
                     *           "publishedVersion": 3,
                     *           "hasUnpublishedChanges": false,
                     *           "createdAt": "2026-11-20T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Spinner"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postProjectsProjectIdSpinners: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project. */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * Format: uuid
                     * @description The data table whose records it goes through.
                     */
                    dataTableId: string;
                    /**
                     * @description `new` takes the records that no earlier job of the spinner has taken, `all` takes every record.
                     * @default new
                     * @enum {string}
                     */
                    audience?: "new" | "all";
                    /** @description What happens to each recipient, in order. */
                    steps: components["schemas"]["Step"][];
                };
            };
        };
        responses: {
            /** @description The spinner. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Welcome new leads",
                     *       "dataTableId": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *       "audience": "new",
                     *       "status": "published",
                     *       "steps": [
                     *         {
                     *           "type": "condition",
                     *           "column": "email",
                     *           "operator": "exists"
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Welcome, {{ name }}",
                     *           "text": "Hello {{ name }}, …"
                     *         },
                     *         {
                     *           "type": "wait",
                     *           "seconds": 259200
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Any questions?",
                     *           "text": "Hello again, {{ name }}, …"
                     *         }
                     *       ],
                     *       "publishedVersion": 3,
                     *       "hasUnpublishedChanges": false,
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Spinner"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getSpinnersSpinnerId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The spinner. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The spinner. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Welcome new leads",
                     *       "dataTableId": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *       "audience": "new",
                     *       "status": "published",
                     *       "steps": [
                     *         {
                     *           "type": "condition",
                     *           "column": "email",
                     *           "operator": "exists"
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Welcome, {{ name }}",
                     *           "text": "Hello {{ name }}, …"
                     *         },
                     *         {
                     *           "type": "wait",
                     *           "seconds": 259200
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Any questions?",
                     *           "text": "Hello again, {{ name }}, …"
                     *         }
                     *       ],
                     *       "publishedVersion": 3,
                     *       "hasUnpublishedChanges": false,
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Spinner"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    deleteSpinnersSpinnerId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The spinner. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    patchSpinnersSpinnerId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read the resource with: if it was changed since, nothing is written and the answer is `CONFLICT`. */
                "If-Match"?: string;
            };
            path: {
                /** @description The spinner. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /**
                     * @description `new` takes the records that no earlier job of the spinner has taken, `all` takes every record.
                     * @enum {string}
                     */
                    audience?: "new" | "all";
                    /** @description What happens to each recipient, in order. */
                    steps?: components["schemas"]["Step"][];
                };
            };
        };
        responses: {
            /** @description The spinner. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Welcome new leads",
                     *       "dataTableId": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *       "audience": "new",
                     *       "status": "published",
                     *       "steps": [
                     *         {
                     *           "type": "condition",
                     *           "column": "email",
                     *           "operator": "exists"
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Welcome, {{ name }}",
                     *           "text": "Hello {{ name }}, …"
                     *         },
                     *         {
                     *           "type": "wait",
                     *           "seconds": 259200
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Any questions?",
                     *           "text": "Hello again, {{ name }}, …"
                     *         }
                     *       ],
                     *       "publishedVersion": 3,
                     *       "hasUnpublishedChanges": false,
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Spinner"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getSpinnersSpinnerIdAudience: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The spinner. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of records. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "records": 1200
                     *     }
                     */
                    "application/json": {
                        records: number;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `SPINNER_NOT_FOUND`: Published spinner not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "SPINNER_NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getSpinnersSpinnerIdVersionsVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The spinner. */
                spinnerId: string;
                /** @description The version, as in `publishedVersion`. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "spinnerId": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "version": 3,
                     *       "audience": "new",
                     *       "steps": [
                     *         {
                     *           "type": "condition",
                     *           "column": "email",
                     *           "operator": "exists"
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Welcome, {{ name }}",
                     *           "text": "Hello {{ name }}, …"
                     *         },
                     *         {
                     *           "type": "wait",
                     *           "seconds": 259200
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Any questions?",
                     *           "text": "Hello again, {{ name }}, …"
                     *         }
                     *       ],
                     *       "metadataColumns": [
                     *         "name",
                     *         "email"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SpinnerVersion"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postSpinnersSpinnerIdPublish: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that you read the resource with: if it was changed since, nothing is written and the answer is `CONFLICT`. */
                "If-Match"?: string;
            };
            path: {
                /** @description The spinner. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The spinner. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Welcome new leads",
                     *       "dataTableId": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *       "audience": "new",
                     *       "status": "published",
                     *       "steps": [
                     *         {
                     *           "type": "condition",
                     *           "column": "email",
                     *           "operator": "exists"
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Welcome, {{ name }}",
                     *           "text": "Hello {{ name }}, …"
                     *         },
                     *         {
                     *           "type": "wait",
                     *           "seconds": 259200
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Any questions?",
                     *           "text": "Hello again, {{ name }}, …"
                     *         }
                     *       ],
                     *       "publishedVersion": 3,
                     *       "hasUnpublishedChanges": false,
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Spinner"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `SPINNER_INVALID`: The pipeline cannot run as it is. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "SPINNER_INVALID";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postSpinnersSpinnerIdPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The spinner. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    recordIds?: string[];
                    /** @description What happens to each recipient, in order. */
                    steps?: components["schemas"]["Step"][];
                };
            };
        };
        responses: {
            /** @description What would happen. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [],
                     *       "items": [
                     *         {
                     *           "recordId": "5120",
                     *           "steps": [
                     *             {
                     *               "step": 0,
                     *               "type": "email",
                     *               "outcome": "sends",
                     *               "reason": null,
                     *               "message": {
                     *                 "to": "ada@example.com",
                     *                 "subject": "Welcome, Ada",
                     *                 "text": "Hello Ada, …",
                     *                 "html": null
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postSpinnersSpinnerIdUnpublish: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The spinner. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The spinner. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "projectId": "01936f4d-2b3c-7d4e-8f50-61728394a5b6",
                     *       "name": "Welcome new leads",
                     *       "dataTableId": "01936f4e-8a3b-7c21-9f00-3d2c1b0a9e8d",
                     *       "audience": "new",
                     *       "status": "published",
                     *       "steps": [
                     *         {
                     *           "type": "condition",
                     *           "column": "email",
                     *           "operator": "exists"
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Welcome, {{ name }}",
                     *           "text": "Hello {{ name }}, …"
                     *         },
                     *         {
                     *           "type": "wait",
                     *           "seconds": 259200
                     *         },
                     *         {
                     *           "type": "email",
                     *           "to": "{{ email }}",
                     *           "subject": "Any questions?",
                     *           "text": "Hello again, {{ name }}, …"
                     *         }
                     *       ],
                     *       "publishedVersion": 3,
                     *       "hasUnpublishedChanges": false,
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Spinner"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getSuppressions: {
        parameters: {
            query?: {
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of suppressions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f51-4fa1-7f76-8e44-8192a3b4c5d6",
                     *           "email": "grace@example.com",
                     *           "reason": "unsubscribed",
                     *           "createdAt": "2026-11-20T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Suppression"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The suppression. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f51-4fa1-7f76-8e44-8192a3b4c5d6",
                     *       "email": "grace@example.com",
                     *       "reason": "unsubscribed",
                     *       "createdAt": "2026-11-20T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    deleteSuppressionsSuppressionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The suppression. */
                suppressionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The answer has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postSpinnersSpinnerIdJobs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: the same key with the same request gets the first answer again, for at least 24 hours, and nothing is done or metered twice. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The spinner to start. */
                spinnerId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The job is queued. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    /** @description `true` where this is the answer to an earlier request. */
                    "Idempotency-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "jobId": "01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d",
                     *       "spinnerId": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f"
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /** Format: uuid */
                        jobId: string;
                        /** Format: uuid */
                        spinnerId: string;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `SPINNER_NOT_FOUND`: Published spinner not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "SPINNER_NOT_FOUND";
                    };
                };
            };
            /** @description `IDEMPOTENCY_IN_PROGRESS`: A request with this Idempotency-Key is still being worked on. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "IDEMPOTENCY_IN_PROGRESS";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with a different payload. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "IDEMPOTENCY_KEY_REUSED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getJobs: {
        parameters: {
            query?: {
                /** @description Only jobs of this spinner. */
                spinnerId?: string;
                /** @description Only jobs with this status. */
                status?: "queued" | "running" | "completed" | "failed" | "cancelled";
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d",
                     *           "spinnerVersion": 3,
                     *           "source": "api",
                     *           "spinnerId": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *           "status": "running",
                     *           "counts": {
                     *             "total": 1200,
                     *             "pending": 700,
                     *             "waiting": 0,
                     *             "done": 497,
                     *             "skipped": 0,
                     *             "failed": 3,
                     *             "unconfirmed": 0
                     *           },
                     *           "createdAt": "2026-11-20T09:00:00.000Z",
                     *           "startedAt": "2026-11-20T09:00:00.120Z",
                     *           "finishedAt": null,
                     *           "error": null,
                     *           "hint": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Job"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getJobsJobId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d",
                     *       "spinnerVersion": 3,
                     *       "source": "api",
                     *       "spinnerId": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "status": "running",
                     *       "counts": {
                     *         "total": 1200,
                     *         "pending": 700,
                     *         "waiting": 0,
                     *         "done": 497,
                     *         "skipped": 0,
                     *         "failed": 3,
                     *         "unconfirmed": 0
                     *       },
                     *       "createdAt": "2026-11-20T09:00:00.000Z",
                     *       "startedAt": "2026-11-20T09:00:00.120Z",
                     *       "finishedAt": null,
                     *       "error": null,
                     *       "hint": null
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    postJobsJobIdCancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d",
                     *       "spinnerVersion": 3,
                     *       "source": "api",
                     *       "spinnerId": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "status": "running",
                     *       "counts": {
                     *         "total": 1200,
                     *         "pending": 700,
                     *         "waiting": 0,
                     *         "done": 497,
                     *         "skipped": 0,
                     *         "failed": 3,
                     *         "unconfirmed": 0
                     *       },
                     *       "createdAt": "2026-11-20T09:00:00.000Z",
                     *       "startedAt": "2026-11-20T09:00:00.120Z",
                     *       "finishedAt": null,
                     *       "error": null,
                     *       "hint": null
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    postJobsJobIdRetryFailed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The job. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d",
                     *       "spinnerVersion": 3,
                     *       "source": "api",
                     *       "spinnerId": "01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f",
                     *       "status": "running",
                     *       "counts": {
                     *         "total": 1200,
                     *         "pending": 700,
                     *         "waiting": 0,
                     *         "done": 497,
                     *         "skipped": 0,
                     *         "failed": 3,
                     *         "unconfirmed": 0
                     *       },
                     *       "createdAt": "2026-11-20T09:00:00.000Z",
                     *       "startedAt": "2026-11-20T09:00:00.120Z",
                     *       "finishedAt": null,
                     *       "error": null,
                     *       "hint": null
                     *     }
                     */
                    "application/json": components["schemas"]["Job"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. `MALFORMED_JSON`: The body is not JSON that can be stored exactly. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED" | "MALFORMED_JSON";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `PLAN_LIMIT`: The plan does not allow this. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PLAN_LIMIT";
                    };
                };
            };
            /** @description `FORBIDDEN`: You may not do this. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "FORBIDDEN";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `CONFLICT`: The request conflicts with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "CONFLICT";
                    };
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "PAYLOAD_TOO_LARGE";
                    };
                };
            };
            /** @description `UNSUPPORTED_MEDIA_TYPE`: The body is not of a type that this route takes. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNSUPPORTED_MEDIA_TYPE";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OUTCOME_UNKNOWN`: The database went away while the request was being committed; it may or may not have been written. `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OUTCOME_UNKNOWN" | "OVERLOADED";
                    };
                };
            };
        };
    };
    getJobsJobIdRecipients: {
        parameters: {
            query?: {
                /** @description Only recipients in this state. */
                state?: "pending" | "waiting" | "done" | "skipped" | "failed" | "unconfirmed";
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of recipients. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "recordId": "5121",
                     *           "state": "failed",
                     *           "step": 1,
                     *           "attempts": 1,
                     *           "error": "\"to\" is not one e-mail address",
                     *           "updatedAt": "2026-11-20T09:00:01.200Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Recipient"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getJobsJobIdProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "points": [
                     *         {
                     *           "at": "2026-11-20T09:00:00.120Z",
                     *           "total": 1200,
                     *           "finished": 0,
                     *           "done": 0,
                     *           "skipped": 0,
                     *           "failed": 0,
                     *           "unconfirmed": 0
                     *         },
                     *         {
                     *           "at": "2026-11-20T09:00:01.120Z",
                     *           "total": 1200,
                     *           "finished": 500,
                     *           "done": 497,
                     *           "skipped": 0,
                     *           "failed": 3,
                     *           "unconfirmed": 0
                     *         }
                     *       ],
                     *       "estimated": false
                     *     }
                     */
                    "application/json": components["schemas"]["JobProgress"];
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getJobsJobIdEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job. */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events until the job ends. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: job
                     *     data: {"id":"01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d","spinnerVersion":3,"source":"api","spinnerId":"01936f4e-9b4c-7d32-8a11-4e3d2c1b0a9f","status":"running","counts":{"total":1200,"pending":700,"waiting":0,"done":497,"skipped":0,"failed":3,"unconfirmed":0},"createdAt":"2026-11-20T09:00:00.000Z","startedAt":"2026-11-20T09:00:00.120Z","finishedAt":null,"error":null,"hint":null}
                     */
                    "text/event-stream": string;
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `NOT_FOUND`: Not found. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "NOT_FOUND";
                    };
                };
            };
            /** @description `RATE_LIMITED`: Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "RATE_LIMITED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getOutbox: {
        parameters: {
            query?: {
                /** @description Only messages of this job. */
                jobId?: string;
                /** @description How many items at most; 50 unless told. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01936f50-2d8f-7e54-9c22-6f708192a3b4",
                     *           "jobId": "01936f50-1c7e-7d43-8b11-5e6f7a8b9c0d",
                     *           "recordId": "5120",
                     *           "step": 1,
                     *           "to": "ada@example.com",
                     *           "subject": "Welcome, Ada",
                     *           "text": "Hello Ada, …",
                     *           "html": null,
                     *           "createdAt": "2026-11-20T09:00:01.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Message"][];
                        /** @description `null` on the last page. */
                        nextCursor: string | null;
                    };
                };
            };
            /** @description `VALIDATION_FAILED`: The request is not of the documented form. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "VALIDATION_FAILED";
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getRuntime: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workers": [
                     *         {
                     *           "id": "01936f51-3e90-7f65-8d33-8192a3b4c5d6",
                     *           "startedAt": "2026-11-20T08:00:00.000Z",
                     *           "lastSeenAt": "2026-11-20T09:00:01.500Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        workers: components["schemas"]["Worker"][];
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: You are not signed in. `SESSION_EXPIRED`: The session has expired. `SESSION_REVOKED`: The session was ended, by signing out or by a new password. `SESSION_REPLACED`: The session was replaced by a sign-in elsewhere. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "UNAUTHENTICATED" | "SESSION_EXPIRED" | "SESSION_REVOKED" | "SESSION_REPLACED";
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getHealthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Yes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getReadyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Yes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                    };
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP spindle_http_requests_total Requests answered.
                     *     # TYPE spindle_http_requests_total counter
                     *     spindle_http_requests_total{method="POST",route="/api/v1/public/ingest",status="201"} 12000
                     */
                    "text/plain": string;
                };
            };
            /** @description `INTERNAL`: Something went wrong on our side. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "INTERNAL";
                    };
                };
            };
            /** @description `OVERLOADED`: The service cannot take this request right now; nothing was written. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code?: "OVERLOADED";
                    };
                };
            };
        };
    };
}
