import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DataTable, Spinner } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { inWords } from '../../../components/names/field-labels.ts'
import { nameOfSpinner } from '../../../components/names/name-of-spinner.ts'
import { asksToStop } from '../../../components/person/opt-out-request.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { PlaceMenu } from '../place-menu.tsx'
import { SentMessage } from './sent-message.tsx'
import styles from './timeline-entry.module.css'
import type { TimelineItem } from './timeline-kinds.ts'

/** The tables and spinners whose names replace their ids in the timeline of a person. */
interface Named {
  readonly tables: readonly DataTable[] | undefined
  readonly spinners: readonly Spinner[] | undefined
}

interface Entry {
  readonly item: TimelineItem
  readonly named: Named
}

/** One event in the timeline of a person as a sentence, with its reason below. */
export function TimelineEntry({
  item,
  below,
  named,
}: Entry & {
  /** The events that belong to the message of this entry, such as the reply. */
  below: readonly TimelineItem[]
}) {
  return (
    <>
      <Acts item={item} named={named} />
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        <Sentence item={item} named={named} />
      </Text>
      <Why item={item} />
      {item.mail !== undefined && <SentMessage mail={item.mail} />}
      <Text size="xs" c="dimmed" mt={2} component="div" style={{ overflowWrap: 'anywhere' }}>
        <Moment at={item.at} />
        {item.recordId !== undefined && <> {t('· record {recordId}', { recordId: item.recordId })}</>}
        {item.requestId !== undefined && <> {t('· request {requestId}', { requestId: item.requestId })}</>}
      </Text>
      {below.length > 0 && (
        <Stack component="ul" gap={6} mt="xs" pl="md" className={`plain-list ${styles['below']}`}>
          {below.map((each) => (
            <li key={`${each.at} ${each.kind}`}>
              <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
                <Sentence item={each} named={named} />
              </Text>
              <Why item={each} />
              <Text size="xs" c="dimmed" component="div">
                <Moment at={each.at} />
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </>
  )
}

/** The menu of acts on the record in the job, at an entry about the record's end. A wait has it at the next steps. */
function Acts({ item, named: { spinners } }: Entry) {
  const { kind, jobId, recordId, step, spinnerId = '', reason = null } = item
  if (kind !== 'skipped' && kind !== 'failed' && kind !== 'unconfirmed' && kind !== 'stopped') return null
  if (jobId === undefined || recordId === undefined || step === undefined) return null
  return (
    <PlaceMenu
      jobId={jobId}
      recipient={{ recordId, step, status: kind, reason }}
      name={nameOfSpinner(spinners, spinnerId)}
    />
  )
}

function Sentence({ item, named }: Entry): ReactNode {
  const table = <TableLink item={item} named={named} />
  const spinner = <SpinnerLink item={item} named={named} />
  const job = <JobLink item={item}>{t('this job')}</JobLink>
  const step = item.path ?? '…'
  switch (item.kind) {
    case 'arrived':
      return rich('Arrived in {table}{bySource}', { table, bySource: bySource(item) })
    case 'updated':
      return rich('Updated in {table}{bySource}: {columns}', {
        table,
        bySource: bySource(item),
        columns: item.columns?.join(', '),
      })
    case 'held':
      return rich('A record of this person for {table} is {state}', {
        table,
        state: <ArrivalsLink status="held" code={item.code} />,
      })
    case 'refused': {
      const arrivalsLink = <ArrivalsLink status="refused" code={item.code} />
      return item.dataTableId === null
        ? rich('A record of this person was {state}', { state: arrivalsLink })
        : rich('A record of this person for {table} was {state}', { table, state: arrivalsLink })
    }
    case 'lifted':
      return t('The suppression of the address was lifted: jobs may write to this person again')
    case 'suppressed':
      return t('The person’s address was put on the suppression list')
    case 'bounced':
      return t('An e-mail to this person bounced, so the address is suppressed')
    case 'complained':
      return t('This person reported a message as spam, so the address is suppressed')
    case 'unsubscribed':
      return t('Unsubscribed')
    case 'taken':
      return rich('The record was taken by <jobLink>a job</jobLink> of {spinner}', {
        jobLink: <JobLink item={item} />,
        spinner,
      })
    case 'sending':
      return rich('An e-mail is being sent: step {step} of {spinner}, in {job}', { step, spinner, job })
    case 'sent':
      return rich('{whatWasSent}: step {step} of {spinner}, in {job}', {
        whatWasSent: whatWasSent(item),
        step,
        spinner,
        job,
      })
    default:
      // A record in a wait step is stored at the step that follows.
      return item.reason?.code === 'WAIT_STEP'
        ? rich('The record of this person waits before step {step} of {spinner}, in {job}', {
            step,
            spinner,
            job,
          })
        : rich('At step {step} of {spinner}, the record of this person {words}, in {job}', {
            step,
            spinner,
            words: words[item.kind],
            job,
          })
  }
}

const words = {
  waits: t('waits'),
  skipped: t('was skipped'),
  failed: t('failed'),
  unconfirmed: t('may have been sent a message'),
  stopped: t('was stopped'),
} as const

/** The sentence about a sent message, for each channel. */
const sentThrough: Readonly<
  Record<NonNullable<TimelineItem['channel']>, (to: TimelineItem['to']) => string>
> = {
  email: (to) =>
    to === null
      ? t('An e-mail was sent for the record, perhaps to another address')
      : t('An e-mail was sent'),
  webhook: () => t('A webhook was sent for the record'),
}

function whatWasSent({ channel = 'email', to, mail }: TimelineItem): string {
  if (mail?.status === 'captured') return t('An e-mail was captured instead of sent')
  return sentThrough[channel](to)
}

function bySource({ source }: TimelineItem): string {
  if (source === null || source === undefined) return ''
  if (source.kind === 'webhookUrl') return t(' by its webhook URL')
  if (source.kind === 'import') return t(' from an imported file')
  return t(' by the API key {name}', { name: source.name ?? t('that was deleted') })
}

function Why({ item: { message, reason } }: { item: TimelineItem }) {
  if (message === null || message === undefined) return null
  const { jobId, until, at: receivedAt, messageId } = reason?.evidence ?? {}
  return (
    <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
      {inWords(message)}
      {asksToStop(reason) && t(' · The person asks for no more e-mails')}
      {typeof until === 'string' && rich(', due {moment}', { moment: <Moment at={until} /> })}
      {typeof receivedAt === 'string' && (jobId === undefined || reason?.code === 'REPLIED') && (
        <>
          {t(' · received ')}
          <Moment at={receivedAt} />
          {typeof messageId === 'string' && t(' in the e-mail {messageId}', { messageId })}
        </>
      )}
      {typeof jobId === 'string' && (
        <>
          {' · '}
          <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always" inherit>
            {reason?.code === 'REPLIED'
              ? t('See the job whose message was answered')
              : t('See the other job of this person')}
          </AnchorLink>
        </>
      )}
    </Text>
  )
}

/** A link to the list of arrivals that have the same state and reason code. */
function ArrivalsLink({ status, code }: { status: 'held' | 'refused'; code: string | null | undefined }) {
  const search = code === null || code === undefined ? { status } : { status, code }
  return (
    <AnchorLink to="/arrivals" search={search} underline="always" inherit>
      {status === 'held' ? t('held') : t('refused')}
    </AnchorLink>
  )
}

function TableLink({ item: { dataTableId }, named: { tables } }: Entry) {
  const table = tables?.find(({ id }) => id === dataTableId)
  if (table === undefined) return tables === undefined ? '…' : t('a deleted table')
  return (
    <AnchorLink to="/data-tables/$dataTableId" params={{ dataTableId: table.id }} underline="always" inherit>
      {table.name}
    </AnchorLink>
  )
}

function SpinnerLink({ item: { spinnerId = '' }, named: { spinners } }: Entry) {
  const name = nameOfSpinner(spinners, spinnerId)
  if (spinners?.some(({ id }) => id === spinnerId) !== true) return name.toLowerCase()
  return (
    <AnchorLink to="/spinners/$spinnerId" params={{ spinnerId }} underline="always" inherit>
      {name}
    </AnchorLink>
  )
}

function JobLink({ item: { jobId = '' }, children }: { item: TimelineItem; children?: ReactNode }) {
  return (
    <AnchorLink to="/jobs/$jobId" params={{ jobId }} underline="always" inherit>
      {children}
    </AnchorLink>
  )
}
