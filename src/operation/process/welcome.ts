import type { Config } from '../../config.ts'
import type { Demo } from '../../use-cases/account/demo/set-up-demo.ts'
import type { PlanMeter } from '../../use-cases/plan/check-plan-meter.ts'

export interface WelcomeContent {
  readonly demo: Demo | null
  /**
   * The plan's monthly limit and use of records, which show how many records the demo may still store; null
   * without a demo.
   */
  readonly left: PlanMeter | null
  /** The file with the demo's key, if an earlier start has printed the key; null at the first start. */
  readonly keyFile: string | null
  /** The link that opens the demo once; null if one click on the sign-in page opens the demo. */
  readonly demoLink: string | null
}

/**
 * Returns the text that is printed after a start: the addresses of the service, and commands to paste into a
 * terminal.
 */
export function welcome(
  { publicApiUrl, smtpUrl, openDemo }: Pick<Config, 'publicApiUrl' | 'smtpUrl' | 'openDemo'>,
  { demo, left: records, keyFile, demoLink }: WelcomeContent,
): string {
  const oneClick = openDemo && demo !== null ? '  (sign in as the demo with one click)' : ''
  const place = `
Spindle is running.
  Console    ${publicApiUrl}/${oneClick}
  API docs   ${publicApiUrl}/docs
  API        ${publicApiUrl}/api/v1
${demoLink === null ? '' : `  Demo       ${demoLink}   (opens it once, within 30 minutes)\n`}`
  if (demo === null) return `${place}\n`
  const left =
    records === null || records.limit === null
      ? ''
      : `${records.limit - records.used} of ${records.limit} records left this month`
  const mail =
    smtpUrl !== null
      ? 'Mail goes out by SMTP_URL.'
      : 'Messages are captured instead of sent; the console lists them under Messages.'
  if (keyFile !== null)
    return `${place}  Demo key   in ${keyFile}, with examples of requests at ${publicApiUrl}/docs   ${left}
  Table      ${demo.dataTableId}   "Leads"
  Spinner    ${demo.spinnerId}   "Welcome new leads"

${mail} Stop with Ctrl-C.\n`
  return `${place}  Demo key   ${demo.apiKey}   ${left}
  Table      ${demo.dataTableId}   "Leads"
  Spinner    ${demo.spinnerId}   "Welcome new leads"

Add a row to the table "Leads" with the API key:

  curl -X POST ${publicApiUrl}/api/v1/public/ingest \\
    -H 'Authorization: Bearer ${demo.apiKey}' -H 'Content-Type: application/json' \\
    -d '{"dataTableId":"${demo.dataTableId}","records":[{"name":"Ada Lovelace","phone":"+44 20 7946 0000","account_id":"A-1001","email":"ada@example.com"}]}'

Add a row by the table's webhook URL:

  curl -X POST ${publicApiUrl}/api/v1/public/data-tables/ingest/${demo.ingestToken} \\
    -H 'Content-Type: application/json' \\
    -d '{"records":[{"name":"Grace Hopper","phone":"+1 202 555 0100","account_id":"A-1002","email":"grace@example.com"}]}'

Start a job that writes to the new rows, then look at it:

  JOB=$(curl -s -X POST ${publicApiUrl}/api/v1/public/trigger/${demo.spinnerId} \\
    -H 'Authorization: Bearer ${demo.apiKey}' | tee /dev/stderr | sed 's/.*"jobId":"\\([^"]*\\)".*/\\1/')

  curl ${publicApiUrl}/api/v1/public/jobs/$JOB -H 'Authorization: Bearer ${demo.apiKey}'

${mail} Stop with Ctrl-C.
`
}
