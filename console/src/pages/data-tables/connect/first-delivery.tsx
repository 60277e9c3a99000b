import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Inbox } from 'lucide-react'
import { useState } from 'react'
import { newestArrivalsQuery } from '../../../api/arrival/arrivals.ts'
import type { Arrival, DataTable } from '../../../api/schema.ts'
import { wordsOfArrival } from '../../../components/arrival/reason-words.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { isForeign, wordsOfRecords } from '../../arrivals/arrival-words.ts'
import { useFirstSpinner } from '../../spinners/list/use-first-spinner.ts'

const pollEveryMs = 1_500
const atOnce = 20

/**
 * Waits for the next arrival in the table. Earlier arrivals are recognized by id and not by time, because the
 * clock of this machine may differ from the service's.
 */
export function FirstDelivery({
  table,
  isLooking,
  onWaitAgain,
}: {
  table: DataTable
  /** Whether the Connect tab is open. While it is closed, the component does not poll for arrivals. */
  isLooking: boolean
  onWaitAgain: () => void
}) {
  const query = useQuery({
    ...newestArrivalsQuery({ dataTableId: table.id }, atOnce),
    enabled: isLooking,
    gcTime: 0,
    refetchInterval: isLooking && pollEveryMs,
  })
  const items = query.data?.items
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null)
  if (before === null && items !== undefined) setBefore(new Set(items.map(({ id }) => id)))
  const arrival = before === null ? undefined : items?.find(({ id }) => !before.has(id))
  if (arrival !== undefined) return <NewArrival table={table} arrival={arrival} onWaitAgain={onWaitAgain} />
  return (
    <Group gap="sm" wrap="nowrap" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">
        {t('Waiting for an arrival. Set up your source and send a test record, which then appears here.')}
      </Text>
    </Group>
  )
}

/** Says what became of an arrival, and offers what a user does next: the mapping, a spinner, or the fault. */
function NewArrival({
  table,
  arrival,
  onWaitAgain,
}: {
  table: DataTable
  arrival: Arrival
  onWaitAgain: () => void
}) {
  const { id, status, format } = arrival
  const params = { dataTableId: table.id }
  const spinner = useFirstSpinner(table)
  const again = (
    <Button size="xs" variant="subtle" onClick={onWaitAgain}>
      {t('Wait for another arrival')}
    </Button>
  )
  if (isForeign(arrival) && format !== null)
    return (
      <Alert color="spindle" icon={<Inbox />} title={t('An arrival was received')} role="status">
        <Stack gap="sm">
          <Text size="sm">
            {t(
              'The arrival has a new format. Spindle has prepared a mapping: check which value goes into which column.',
            )}
          </Text>
          <Group gap="sm">
            <ButtonLink to="/data-tables/$dataTableId/mapping" params={params} search={{ format }} size="xs">
              {t('Continue to the mapping')}
            </ButtonLink>
            {again}
          </Group>
        </Stack>
      </Alert>
    )
  const isIn = status === 'accepted'
  return (
    <Alert
      color={isIn ? 'teal' : 'yellow'}
      icon={isIn ? <CircleCheck /> : <CircleX />}
      title={
        isIn ? t('An arrival was received and is in the table') : t('An arrival was received but not added')
      }
      role="status"
    >
      <Stack gap="sm">
        <Text size="sm">{isIn ? wordsOfRecords(arrival) : wordsOfArrival(arrival)}.</Text>
        <Group gap="sm">
          {isIn && spinner.isOffered && (
            <Button size="xs" loading={spinner.isPending} onClick={spinner.create}>
              {t('Create a spinner')}
            </Button>
          )}
          <ButtonLink
            to="/data-tables/$dataTableId"
            params={params}
            search={isIn ? { tab: 'records' } : { tab: 'arrivals', arrival: id }}
            size="xs"
            variant={isIn && spinner.isOffered ? 'default' : 'filled'}
          >
            {isIn ? t('See the records') : t('Open the arrival')}
          </ButtonLink>
          {again}
        </Group>
        {spinner.error !== null && <ProblemAlert error={spinner.error} />}
      </Stack>
    </Alert>
  )
}
