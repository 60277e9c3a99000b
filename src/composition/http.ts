import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Container } from 'inversify'
import type { Logger } from 'pino'
import { createApp } from '../adapters/http/app.ts'
import { apiKeyRoutes } from '../adapters/http/controllers/api-keys.ts'
import { authRoutes } from '../adapters/http/controllers/auth.ts'
import { dataTableRoutes } from '../adapters/http/controllers/data-tables.ts'
import { healthRoutes } from '../adapters/http/controllers/health.ts'
import { jobRoutes } from '../adapters/http/controllers/jobs.ts'
import { metricsRoutes } from '../adapters/http/controllers/metrics.ts'
import { organizationRoutes } from '../adapters/http/controllers/organization.ts'
import { projectRoutes } from '../adapters/http/controllers/projects.ts'
import { publicIngestRoutes } from '../adapters/http/controllers/public-ingest.ts'
import { publicJobRoutes } from '../adapters/http/controllers/public-jobs.ts'
import { publicTriggerRoutes } from '../adapters/http/controllers/public-trigger.ts'
import { recordRoutes } from '../adapters/http/controllers/records.ts'
import { runtimeRoutes } from '../adapters/http/controllers/runtime.ts'
import { spinnerRoutes } from '../adapters/http/controllers/spinners.ts'
import { suppressionRoutes } from '../adapters/http/controllers/suppressions.ts'
import { dataTablePresenter } from '../adapters/http/presenters/data-table.ts'
import { SessionCookie } from '../adapters/http/session-cookie.ts'
import type { Config } from '../config.ts'
import { OfferedPlans } from '../domain/organization/plan.ts'
import { AccountQueries } from '../ports/account-queries.ts'
import { ApiKeyQueries } from '../ports/api-key-queries.ts'
import { Clock } from '../ports/clock.ts'
import { DataTableQueries } from '../ports/data-table-queries.ts'
import { JobQueries } from '../ports/job-queries.ts'
import { KeyUsage } from '../ports/key-usage.ts'
import { Metrics } from '../ports/metrics.ts'
import { OutboxQueries } from '../ports/outbox-queries.ts'
import { ProjectQueries } from '../ports/project-queries.ts'
import { PublicUrls } from '../ports/public-urls.ts'
import { Readiness } from '../ports/readiness.ts'
import { RecordQueries } from '../ports/record-queries.ts'
import { RuntimePresence } from '../ports/runtime-presence.ts'
import { Secrets } from '../ports/secrets.ts'
import { SessionTokens } from '../ports/session-tokens.ts'
import { SpinnerQueries } from '../ports/spinner-queries.ts'
import { Suppressions } from '../ports/suppressions.ts'
import { Throttle } from '../ports/throttle.ts'
import { UnsubscribeLinks } from '../ports/unsubscribe-links.ts'
import { WebhookSecrets } from '../ports/webhook-secrets.ts'
import { AdmitCaller } from '../use-cases/admit-caller.ts'
import { Authenticate } from '../use-cases/authenticate.ts'
import { CancelJob } from '../use-cases/cancel-job.ts'
import { ChangeDataTable } from '../use-cases/change-data-table.ts'
import { ChangePlan } from '../use-cases/change-plan.ts'
import { ChangeSpinner } from '../use-cases/change-spinner.ts'
import { CheckPlanMeter } from '../use-cases/check-plan-meter.ts'
import { ConfirmPasswordReset } from '../use-cases/confirm-password-reset.ts'
import { CreateApiKey } from '../use-cases/create-api-key.ts'
import { CreateDataTable } from '../use-cases/create-data-table.ts'
import { CreateProject } from '../use-cases/create-project.ts'
import { CreateSpinner } from '../use-cases/create-spinner.ts'
import { DeleteDataTable } from '../use-cases/delete-data-table.ts'
import { DeleteProject } from '../use-cases/delete-project.ts'
import { DeleteRecord } from '../use-cases/delete-record.ts'
import { DeleteSpinner } from '../use-cases/delete-spinner.ts'
import { GetJob } from '../use-cases/get-job.ts'
import { ImportRecords } from '../use-cases/import-records.ts'
import { IngestRecords } from '../use-cases/ingest-records.ts'
import { LogIn } from '../use-cases/log-in.ts'
import { LogOut } from '../use-cases/log-out.ts'
import { PreviewSpinner } from '../use-cases/preview-spinner.ts'
import { PublishSpinner } from '../use-cases/publish-spinner.ts'
import { RenameProject } from '../use-cases/rename-project.ts'
import { RequestPasswordReset } from '../use-cases/request-password-reset.ts'
import { RetryFailed } from '../use-cases/retry-failed.ts'
import { RevokeApiKey } from '../use-cases/revoke-api-key.ts'
import { RotateApiKey } from '../use-cases/rotate-api-key.ts'
import { RotateIngestToken } from '../use-cases/rotate-ingest-token.ts'
import { SignInToDemo } from '../use-cases/sign-in-to-demo.ts'
import { SignUp } from '../use-cases/sign-up.ts'
import { SuppressAddress } from '../use-cases/suppress-address.ts'
import { TriggerSpinner } from '../use-cases/trigger-spinner.ts'
import { UnpublishSpinner } from '../use-cases/unpublish-spinner.ts'

/** `npm start` and `npm run api` build it first. */
function builtConsole(): string | null {
  const directory = fileURLToPath(new URL('../../console/dist', import.meta.url))
  return existsSync(`${directory}/index.html`) ? directory : null
}

export interface HttpOptions extends Pick<Config, 'publicApiUrl' | 'selfServePlans' | 'trustedProxies'> {
  /** Null, or absent: nobody signs in to the demo just so. */
  readonly demoUserId?: string | null
}

/** Every route of the service. */
export function createHttpApp(
  container: Container,
  { publicApiUrl, selfServePlans, trustedProxies, demoUserId = null }: HttpOptions,
  logger: Logger,
): ReturnType<typeof createApp> {
  const accounts = container.get(AccountQueries)
  const dataTables = container.get(DataTableQueries)
  const projects = container.get(ProjectQueries)
  const urls = container.get(PublicUrls)
  const triggerSpinner = container.get(TriggerSpinner)
  const metrics = container.get(Metrics)
  return createApp({
    consoleDirectory: builtConsole(),
    logger,
    metrics,
    publicApiUrl,
    trustedProxies,
    admitCaller: container.get(AdmitCaller),
    authenticate: container.get(Authenticate),
    throttle: container.get(Throttle),
    keyUsage: container.get(KeyUsage),
    clock: container.get(Clock),
    hot: [
      ...publicIngestRoutes(container.get(IngestRecords)),
      ...publicTriggerRoutes(triggerSpinner),
      ...publicJobRoutes(container.get(GetJob)),
    ],
    versioned: [
      ...authRoutes({
        signUp: container.get(SignUp),
        logIn: container.get(LogIn),
        logOut: container.get(LogOut),
        signInToDemo: container.get(SignInToDemo),
        demoUserId,
        requestPasswordReset: container.get(RequestPasswordReset),
        confirmPasswordReset: container.get(ConfirmPasswordReset),
        accounts,
        tokens: container.get(SessionTokens),
        cookie: new SessionCookie(publicApiUrl),
      }),
      ...organizationRoutes({
        accounts,
        changePlan: container.get(ChangePlan),
        checkPlanMeter: container.get(CheckPlanMeter),
        offered: container.get(OfferedPlans),
        webhookSecrets: container.get(WebhookSecrets),
        selfServePlans,
      }),
      ...projectRoutes({
        createProject: container.get(CreateProject),
        renameProject: container.get(RenameProject),
        deleteProject: container.get(DeleteProject),
        projects,
      }),
      ...dataTableRoutes({
        createDataTable: container.get(CreateDataTable),
        changeDataTable: container.get(ChangeDataTable),
        deleteDataTable: container.get(DeleteDataTable),
        rotateIngestToken: container.get(RotateIngestToken),
        dataTables,
        projects,
        urls,
        present: dataTablePresenter(container.get(Secrets), urls),
      }),
      ...recordRoutes({
        importRecords: container.get(ImportRecords),
        deleteRecord: container.get(DeleteRecord),
        dataTables,
        records: container.get(RecordQueries),
      }),
      ...apiKeyRoutes({
        createApiKey: container.get(CreateApiKey),
        revokeApiKey: container.get(RevokeApiKey),
        rotateApiKey: container.get(RotateApiKey),
        apiKeys: container.get(ApiKeyQueries),
      }),
      ...spinnerRoutes({
        createSpinner: container.get(CreateSpinner),
        changeSpinner: container.get(ChangeSpinner),
        publishSpinner: container.get(PublishSpinner),
        unpublishSpinner: container.get(UnpublishSpinner),
        deleteSpinner: container.get(DeleteSpinner),
        previewSpinner: container.get(PreviewSpinner),
        spinners: container.get(SpinnerQueries),
        projects,
      }),
      ...suppressionRoutes({
        suppressAddress: container.get(SuppressAddress),
        suppressions: container.get(Suppressions),
      }),
      ...jobRoutes({
        triggerSpinner,
        cancelJob: container.get(CancelJob),
        retryFailed: container.get(RetryFailed),
        jobs: container.get(JobQueries),
        outbox: container.get(OutboxQueries),
      }),
      ...runtimeRoutes(container.get(RuntimePresence)),
    ],
    unsubscribe: {
      links: container.get(UnsubscribeLinks),
      suppressAddress: container.get(SuppressAddress),
    },
    operational: [...healthRoutes(container.get(Readiness)), ...metricsRoutes(metrics)],
  })
}
