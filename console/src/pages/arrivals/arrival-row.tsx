import { Box, Group, Text, UnstyledButton } from '@mantine/core'
import type { Arrival } from '../../api/schema.ts'
import { ArrivalStatusBadge } from '../../components/arrival/arrival-status-badge.tsx'
import { wordsOfArrival } from '../../components/arrival/reason-words.ts'
import { Moment } from '../../components/time/moment.tsx'
import { t } from '../../languages/text.ts'
import classes from './arrival-row.module.css'
import { sources, wordsOfRecords } from './arrival-words.ts'

export function ArrivalRow({
  arrival,
  tableName,
  onOpen,
}: {
  arrival: Arrival
  /** The name of the arrival's table, if the list covers several tables. */
  tableName: string | undefined
  onOpen: () => void
}) {
  const { status, receivedAt, source, format } = arrival
  const reason = wordsOfArrival(arrival)
  const place = tableName === undefined ? sources[source.kind] : `${tableName} · ${sources[source.kind]}`
  return (
    <Box component="li" className={classes['item'] ?? ''}>
      <UnstyledButton className={classes['row'] ?? ''} onClick={onOpen}>
        <Group gap="sm" wrap="nowrap" justify="space-between" align="flex-start">
          <Box miw={0} flex={1}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {reason ?? wordsOfRecords(arrival)}
            </Text>
            <Text size="sm" c="dimmed" className="numbers" style={{ overflowWrap: 'anywhere' }}>
              {place} · <Moment at={receivedAt} />
              {reason !== null && ` · ${wordsOfRecords(arrival)}`}
              {format !== null && t(' · format {format}', { format: format.slice(0, 6) })}
            </Text>
          </Box>
          <ArrivalStatusBadge status={status} />
        </Group>
      </UnstyledButton>
    </Box>
  )
}
