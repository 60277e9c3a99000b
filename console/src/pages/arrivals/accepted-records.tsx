import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ArrivalWithBody, DataTable } from '../../api/schema.ts'
import { recordsByIdQuery } from '../../api/table/records-by-id.ts'
import { NotLoaded } from '../../components/loading/loaded.tsx'
import { addressOfRecord } from '../../components/names/address-of-record.ts'
import { nameOfRecord } from '../../components/names/name-of-record.ts'
import { PersonLink } from '../../components/person-link.tsx'
import { t } from '../../languages/text.ts'

/** Lists the records of an accepted arrival, each with a link. */
export function AcceptedRecords({ arrival, table }: { arrival: ArrivalWithBody; table: DataTable }) {
  const { recordIds, records } = arrival
  const query = useQuery(recordsByIdQuery(table.id, recordIds))
  const { data } = query
  if (data === undefined) return <NotLoaded query={query} skeleton={<Skeleton height={48} />} />
  const left = (records ?? 0) - recordIds.length
  return (
    <Stack component="ul" gap={6} aria-label={t('Records')} className="plain-list">
      {data.map((record) => {
        const { id, data: cells } = record
        const address = addressOfRecord(cells)
        const columns = table.columns.map(({ name: column }) => column)
        const name = nameOfRecord(record, columns) ?? t('Record {id}', { id })
        return (
          <Text component="li" size="sm" key={id} style={{ overflowWrap: 'anywhere' }}>
            {address === null ? name : <PersonLink address={address}>{name}</PersonLink>}
          </Text>
        )
      })}
      {data.length === 0 && (
        <Text component="li" size="sm" c="dimmed">
          {t('The records of this arrival have been deleted.')}
        </Text>
      )}
      {left > 0 && (
        <Text component="li" size="sm" c="dimmed">
          {t('and {left, number} more', { left })}
        </Text>
      )}
    </Stack>
  )
}
