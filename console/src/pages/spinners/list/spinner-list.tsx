import { useQuery } from '@tanstack/react-query'
import type { DataTable, Spinner } from '../../../api/schema.ts'
import { resultsQuery } from '../../../api/spinner/results.ts'
import { ListTable } from '../../../components/table/list-table.tsx'
import { t } from '../../../languages/text.ts'
import { SpinnerRow } from './spinner-row.tsx'

export function SpinnerList({
  spinners,
  tables,
}: {
  spinners: readonly Spinner[]
  tables: readonly DataTable[]
}) {
  const results = useQuery(resultsQuery)
  const resultsOf = new Map(results.data?.map((result) => [result.spinnerId, result]))
  const byId = new Map(tables.map((table) => [table.id, table]))
  return (
    <ListTable
      label={t('Spinners')}
      minWidth={960}
      columns={[
        t('Name'),
        t('Data table'),
        t('Status'),
        t('Sent'),
        t('Replied'),
        t('Bounced'),
        t('Last activity'),
      ]}
      hasActions
      isCardsOnPhones
    >
      {spinners.toReversed().map((spinner) => (
        <SpinnerRow
          key={spinner.id}
          spinner={spinner}
          table={byId.get(spinner.dataTableId)}
          results={resultsOf.get(spinner.id)}
        />
      ))}
    </ListTable>
  )
}
