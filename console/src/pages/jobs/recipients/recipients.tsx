import { Group, Paper, Pill, Select, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../../api/account/session.ts'
import {
  hasEnded,
  type ReasonCode,
  type RecipientFilter,
  type RecipientStatus,
  recipientsQuery,
} from '../../../api/job/jobs.ts'
import { mayActOn } from '../../../api/job/recipient-acts.ts'
import type { Job, Step } from '../../../api/schema.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
import { ExportCsv } from '../../../components/export/export-csv.tsx'
import { countOf, recipientStatuses } from '../../../components/job/recipient-statuses.ts'
import { shortIdOf } from '../../../components/job/short-id.ts'
import { LoadMore } from '../../../components/loading/load-more.tsx'
import { NotLoaded } from '../../../components/loading/loaded.tsx'
import { oneOf, useSearchParam } from '../../../components/search-param.ts'
import { inSentence } from '../../../languages/in-sentence.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { wordsOfReason } from '../job-words.ts'
import { ActOnMany } from './acts/act-on-many.tsx'
import { RecipientCards, RecipientTable } from './recipient-list.tsx'
import { useRecipientNames } from './use-recipient-names.ts'

const states = Object.keys(recipientStatuses) as RecipientStatus[]

/** Lists the recipients of a job with their states and reasons. */
export function Recipients({ job }: { job: Job }) {
  const [param, setState] = useSearchParam('status')
  const status = oneOf(states, param)
  const [reasonParam, setReason] = useSearchParam('reason')
  const reason = oneOf([...new Set(job.reasons.map(({ code }) => code))], reasonParam)
  const filter = filterOf(status, reason)
  const query = useInfiniteQuery(recipientsQuery(job.id, filter))
  const { data: version } = useQuery(spinnerVersionQuery(job.spinnerId, job.spinnerVersion))
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const List = wide ? RecipientTable : RecipientCards
  const pages = query.data?.pages.map(({ items }) => items)
  const recipients = pages?.flat()
  const who = useRecipientNames(job, pages ?? [], version)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const steps = version?.steps ?? []
  const mayAct = mayActOn(job)
  const isEditor = useMay('editor')
  // Leaves out recipients that were selected before the filter changed, because the user does not see them.
  const selected = (recipients ?? []).flatMap(({ recordId }) => (chosen.has(recordId) ? [recordId] : []))
  const acts = mayAct
    ? { jobId: job.id, ...(isEditor ? { choice: { chosen, onChange: setChosen } } : {}) }
    : {}
  return (
    <section aria-labelledby="recipients">
      <Filters job={job} status={status} reason={reason} onStatus={setState} onReason={setReason} />
      {recipients === undefined ? (
        <NotLoaded query={query} />
      ) : recipients.length === 0 ? (
        <Paper withBorder p="lg">
          <Text c="dimmed">
            {reason === undefined ? wordsOfNone(job, status) : wordsOfNoneWithReason(status)}
          </Text>
        </Paper>
      ) : (
        <>
          {mayAct && (
            <ActOnShown
              jobId={job.id}
              filter={filter}
              selected={selected}
              steps={steps}
              onDone={() => setChosen(new Set())}
            />
          )}
          <List recipients={recipients} steps={steps} who={who} {...acts} />
          <LoadMore query={query} />
        </>
      )}
    </section>
  )
}

function filterOf(status: RecipientStatus | undefined, reason: ReasonCode | undefined): RecipientFilter {
  return { ...(status && { status }), ...(reason && { reason }) }
}

/** The heading of the list, with its filters and the export. */
function Filters({
  job,
  status,
  reason,
  onStatus,
  onReason,
}: {
  job: Job
  status: RecipientStatus | undefined
  reason: ReasonCode | undefined
  onStatus: (status: string | undefined) => void
  onReason: (reason: undefined) => void
}) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
      <Title order={2} id="recipients">
        {t('Recipients')}
      </Title>
      {reason !== undefined && (
        <Pill
          size="md"
          withRemoveButton
          onRemove={() => onReason(undefined)}
          removeButtonProps={{
            'aria-label': t('Show recipients with any reason'),
            'aria-hidden': false,
            tabIndex: 0,
          }}
          ml="auto"
        >
          {wordsOfReason(reason)}
        </Pill>
      )}
      <Select
        aria-label={t('State of the recipients')}
        data={[
          { value: 'all', label: t('All ({total, number})', { total: job.counts.total }) },
          ...states.map((value) => ({
            value,
            label: `${recipientStatuses[value].word} (${countOf(job.counts, value).toLocaleString(language)})`,
          })),
        ]}
        value={status ?? 'all'}
        onChange={(value) => onStatus(value === 'all' || value === null ? undefined : value)}
        allowDeselect={false}
        w={220}
      />
      <ExportCsv
        path={`/api/v1/jobs/${job.id}/recipients`}
        filter={{ ...filterOf(status, reason) }}
        fileName={`recipients-${shortIdOf(job.id)}.csv`}
      />
    </Group>
  )
}

/** Acts on the selected recipients, or on all that the filter shows. */
function ActOnShown({
  jobId,
  filter,
  selected,
  steps,
  onDone,
}: {
  jobId: string
  filter: RecipientFilter
  /** The records of the selected recipients. */
  selected: readonly string[]
  steps: readonly Step[]
  onDone: () => void
}) {
  const isFiltered = filter.status !== undefined || filter.reason !== undefined
  if (selected.length === 0 && !isFiltered) return null
  return (
    <Group gap="sm" mb="sm">
      {selected.length > 0 ? (
        <ActOnMany
          label={t(
            '{count, plural, one {Change # selected recipient} other {Change # selected recipients}}',
            {
              count: selected.length,
            },
          )}
          jobId={jobId}
          selection={{ recordIds: selected }}
          steps={steps}
          onDone={onDone}
        />
      ) : (
        <ActOnMany
          label={t('Change all with this filter')}
          jobId={jobId}
          selection={{ filter }}
          steps={steps}
        />
      )}
    </Group>
  )
}

function wordsOfNoneWithReason(status: RecipientStatus | undefined): string {
  return status === undefined
    ? t('No recipient of this job has this reason.')
    : t('No recipient of this job has both this state and this reason.')
}

function wordsOfNone(job: Job, status: RecipientStatus | undefined): string {
  const { counts } = job
  if (counts.total === 0)
    return t(
      'This job has no recipients: no record has arrived since the previous job. Add records, then run the spinner again.',
    )
  if (
    hasEnded(job) &&
    (status === undefined ? counts.total - counts.pending : countOf(counts, status)) > 0 &&
    status !== 'pending'
  )
    return t('Spindle no longer keeps the recipients of this job, only its counts.')
  if (status === 'pending' || status === undefined)
    return hasEnded(job)
      ? t('No recipients: the job ended before it reached its records.')
      : t('No recipients yet. They appear as soon as the job reaches its records.')
  return t('No recipient of this job is {status}.', { status: inSentence(recipientStatuses[status].word) })
}
