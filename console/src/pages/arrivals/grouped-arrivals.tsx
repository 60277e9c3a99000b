import { Box, Group, Text, UnstyledButton } from '@mantine/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ArrivalStatusBadge } from '../../components/arrival/arrival-status-badge.tsx'
import { wordsOfArrival } from '../../components/arrival/reason-words.ts'
import { Moment } from '../../components/time/moment.tsx'
import { t } from '../../languages/text.ts'
import { type ArrivalGroup, recordsIn } from './arrival-groups.ts'
import classes from './arrival-row.module.css'
import { ArrivalRow } from './arrival-row.tsx'
import { sources } from './arrival-words.ts'

/** The arrivals of one batch as one line, which opens to show each of them. A single arrival is its own line. */
export function GroupedArrivals({
  group: { arrivals },
  tableName,
  onOpen,
}: {
  group: ArrivalGroup
  /** The name of the arrivals' table, if the list covers several tables. */
  tableName: string | undefined
  onOpen: (arrivalId: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [newest] = arrivals
  const rows = arrivals.map((arrival) => (
    <ArrivalRow key={arrival.id} arrival={arrival} tableName={tableName} onOpen={() => onOpen(arrival.id)} />
  ))
  if (arrivals.length === 1) return rows
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const records = recordsIn(arrivals)
  const place = [tableName, sources[newest.source.kind]].filter(Boolean).join(' · ')
  return (
    <Box component="li" className={classes['item'] ?? ''}>
      <UnstyledButton
        className={classes['row'] ?? ''}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Group gap="sm" wrap="nowrap" justify="space-between" align="flex-start">
          <Chevron size={16} style={{ flex: 'none', marginTop: 4 }} aria-hidden />
          <Box miw={0} flex={1}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {t('{count, plural, one {# arrival} other {# arrivals}}', { count: arrivals.length })}
              {records !== null &&
                `, ${t('{records, plural, one {# record} other {# records}}', { records })}`}
            </Text>
            <Text size="sm" c="dimmed" className="numbers" style={{ overflowWrap: 'anywhere' }}>
              {place} · <Moment at={newest.receivedAt} />
              {newest.code !== null && ` · ${wordsOfArrival(newest)}`}
            </Text>
          </Box>
          <ArrivalStatusBadge status={newest.status} />
        </Group>
      </UnstyledButton>
      {isOpen && (
        <Box
          component="ul"
          m={0}
          p={0}
          pl="lg"
          aria-label={t('Arrivals within a minute')}
          className={classes['opened'] ?? ''}
        >
          {rows}
        </Box>
      )}
    </Box>
  )
}
