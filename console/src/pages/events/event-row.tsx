import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Event } from '../../api/schema.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { dataTablesQuery } from '../../api/table/data-tables.ts'
import { eventLabel } from '../../components/event/event-words.ts'
import { AnchorLink } from '../../components/links.tsx'
import { nameOfSpinner } from '../../components/names/name-of-spinner.ts'
import { exactTime } from '../../components/time/exact-time.ts'
import { t } from '../../languages/text.ts'
import { fieldsOf } from './event-fields.ts'
import styles from './event-row.module.css'

/** One event in the log: its time, what happened, the objects concerned, and its data. */
export function EventRow({ event }: { event: Event }) {
  const { createdAt, type, object } = event
  return (
    <li className={styles['event']}>
      <Text size="sm" c="dimmed" component="time" dateTime={createdAt}>
        {exactTime(createdAt)}
      </Text>
      <div>
        <Text size="sm" fw={600}>
          {eventLabel(type)}
        </Text>
        <Text size="xs" c="dimmed">
          {object.type} {object.id}
        </Text>
      </div>
      <Objects event={event} />
      <Group gap="sm">
        {fieldsOf(event).map(({ name, value }) => (
          <Text key={name} size="xs">
            <Text span c="dimmed">
              {name}
            </Text>{' '}
            {value}
          </Text>
        ))}
      </Group>
    </li>
  )
}

/** Links to the objects that an event names. */
function Objects({ event: { object, data } }: { event: Event }) {
  const { data: tables } = useQuery(dataTablesQuery)
  const { data: spinners } = useQuery(spinnersQuery)
  const idIn = (field: string, kind: Event['object']['type']) =>
    object.type === kind ? object.id : textIn(data, field)
  const jobId = idIn('jobId', 'job')
  const spinnerId = idIn('spinnerId', 'spinner')
  const dataTableId = textIn(data, 'dataTableId')
  const links: ReactNode[] = []
  if (jobId !== null)
    links.push(
      <AnchorLink key="job" to="/jobs/$jobId" params={{ jobId }} underline="always" inherit>
        {t('Job')}
      </AnchorLink>,
    )
  if (spinnerId !== null)
    links.push(
      <AnchorLink key="spinner" to="/spinners/$spinnerId" params={{ spinnerId }} underline="always" inherit>
        {nameOfSpinner(spinners, spinnerId)}
      </AnchorLink>,
    )
  if (dataTableId !== null)
    links.push(
      <AnchorLink
        key="table"
        to="/data-tables/$dataTableId"
        params={{ dataTableId }}
        underline="always"
        inherit
      >
        {tables?.find(({ id }) => id === dataTableId)?.name ?? t('Data table')}
      </AnchorLink>,
    )
  if (object.type === 'sender')
    links.push(
      <AnchorLink key="sender" to="/senders" underline="always" inherit>
        {t('Senders')}
      </AnchorLink>,
    )
  if (object.type === 'meter')
    links.push(
      <AnchorLink key="usage" to="/usage" underline="always" inherit>
        {t('Usage and plan')}
      </AnchorLink>,
    )
  return (
    <Text size="sm" component={Group} gap="sm">
      {links}
    </Text>
  )
}

function textIn(data: Event['data'], field: string): string | null {
  const value: unknown = data[field]
  return typeof value === 'string' ? value : null
}
