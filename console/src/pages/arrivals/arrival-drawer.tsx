import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { arrivalQuery } from '../../api/arrival/arrivals.ts'
import type { DataTable } from '../../api/schema.ts'
import { Loaded } from '../../components/loading/loaded.tsx'
import { t } from '../../languages/text.ts'
import { OneArrival } from './one-arrival.tsx'

export function ArrivalDrawer({
  arrivalId,
  tables,
  onClose,
}: {
  arrivalId: string | undefined
  tables: readonly DataTable[]
  onClose: () => void
}) {
  return (
    <Drawer
      opened={arrivalId !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={t('Arrival')}
    >
      {arrivalId !== undefined && <Opened arrivalId={arrivalId} tables={tables} onClose={onClose} />}
    </Drawer>
  )
}

function Opened({
  arrivalId,
  tables,
  onClose,
}: {
  arrivalId: string
  tables: readonly DataTable[]
  onClose: () => void
}) {
  const query = useQuery(arrivalQuery(arrivalId))
  return (
    <Loaded query={query}>
      {(arrival) => (
        <OneArrival
          arrival={arrival}
          table={tables.find(({ id }) => id === arrival.dataTableId)}
          onClose={onClose}
        />
      )}
    </Loaded>
  )
}
