import { Paper, Title } from '@mantine/core'
import type { DataTable, Job, Spinner } from '../../../api/schema.ts'
import { ingestCurl, triggerCurl } from '../../../components/curl.ts'
import { ForEditors } from '../../../components/for-editors.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { masked } from '../../../components/masked.ts'
import { sampleRecord } from '../../../components/names/sample-record.ts'
import { t } from '../../../languages/text.ts'
import { ImportFirstFile } from './import-first-file.tsx'
import { MailboxStep } from './mailbox-step.tsx'
import { RunButton } from './run-button.tsx'
import { SendTestRecord } from './send-test-record.tsx'
import { StartStep } from './start-step.tsx'
import { hasRecords, publishedOf } from './start-steps.ts'

/** Shows the getting-started steps to the first job. A step also counts as done if it was done by API. */
export function Start({
  dataTables,
  spinners,
  jobs,
  onStarted,
}: {
  dataTables: readonly DataTable[]
  spinners: readonly Spinner[]
  jobs: readonly Job[]
  onStarted: (jobId: string) => void
}) {
  const dataTable = dataTables.find(({ recordCount }) => recordCount > 0) ?? dataTables[0]
  const filled = hasRecords(dataTables)
  const published = publishedOf(spinners)
  const draft = spinners[0]
  const ingest = dataTable === undefined ? null : ingestOf(dataTable)
  const tried =
    published === undefined ? dataTable : dataTables.find(({ id }) => id === published.dataTableId)
  return (
    <section aria-labelledby="start">
      <Title order={2} id="start" mb="sm">
        {t('Start here')}
      </Title>
      <Paper withBorder component="ol" className="plain-list">
        <StartStep
          number={1}
          done={filled}
          title={t('Add records')}
          text={t(
            'Import a CSV or an Excel file, or let a CRM, a script or a form post records to a data table.',
          )}
          {...(ingest && { snippet: { label: t('curl command that appends a record'), ...ingest } })}
        >
          <AddRecords table={dataTable} tried={tried} filled={filled} />
        </StartStep>
        <StartStep
          number={2}
          done={published !== undefined}
          title={t('Publish a spinner')}
          text={t(
            'A spinner is a sequence of messages that Spindle sends to the people in a data table. Preview the spinner with real records first.',
          )}
        >
          <OpenSpinner spinner={published ?? draft} isNext={published === undefined && filled} />
        </StartStep>
        <StartStep
          number={3}
          done={jobs.length > 0}
          title={t('Run the spinner')}
          text={t(
            'Run the spinner here, or let your CRM trigger it. By default, each job takes only records that no earlier job of the spinner has taken.',
          )}
          {...(published === undefined
            ? {}
            : {
                snippet: {
                  label: t('curl command that triggers the spinner'),
                  code: triggerCurl(published.id),
                },
              })}
        >
          <RunButton
            spinner={published}
            variant={filled && published !== undefined ? 'filled' : 'default'}
            onStarted={onStarted}
          />
        </StartStep>
        <MailboxStep isNext={jobs.length > 0} />
      </Paper>
    </section>
  )
}

/** The link to a spinner, or to the page that creates the first one. */
function OpenSpinner({ spinner, isNext }: { spinner: Spinner | undefined; isNext: boolean }) {
  const variant = isNext ? 'filled' : 'default'
  if (spinner === undefined)
    return (
      <ForEditors>
        <ButtonLink to="/spinners" variant={variant}>
          {t('Create a spinner')}
        </ButtonLink>
      </ForEditors>
    )
  return (
    <ButtonLink to="/spinners/$spinnerId" params={{ spinnerId: spinner.id }} variant={variant}>
      {t('Open “{name}”', { name: spinner.name })}
    </ButtonLink>
  )
}

function AddRecords({
  table,
  tried,
  filled,
}: {
  /** The data table that is filled; undefined if there is none yet. */
  table: DataTable | undefined
  /** The data table to which the test record is sent. */
  tried: DataTable | undefined
  filled: boolean
}) {
  const { webhookUrl = null, columns = [] } = tried ?? {}
  return (
    <ForEditors>
      {table === undefined ? (
        <>
          <ButtonLink to="/data-tables" search={{ new: 'table' }} variant="default">
            {t('Create a data table')}
          </ButtonLink>
          <ImportFirstFile />
        </>
      ) : (
        <>
          {!filled && tried !== undefined && webhookUrl !== null && columns.length > 0 && (
            <SendTestRecord table={{ ...tried, webhookUrl }} />
          )}
          <ButtonLink
            to="/data-tables/$dataTableId"
            params={{ dataTableId: table.id }}
            search={{ tab: 'import' }}
            variant={filled || columns.length > 0 ? 'default' : 'filled'}
          >
            {t('Import a CSV')}
          </ButtonLink>
        </>
      )}
    </ForEditors>
  )
}

/**
 * Returns a curl command that sends a sample record to the table, and a copy of the command with the secret
 * hidden.
 */
function ingestOf({ webhookUrl, columns }: DataTable): { code: string; shown: string } | null {
  if (webhookUrl === null || columns.length === 0) return null
  const code = ingestCurl(webhookUrl, sampleRecord(columns))
  return { code, shown: masked(code, webhookUrl) }
}
