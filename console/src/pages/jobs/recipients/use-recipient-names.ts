import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { Job, Recipient, SpinnerVersion } from '../../../api/schema.ts'
import { spinnerQuery } from '../../../api/spinner/spinners.ts'
import { recordsByIdQuery } from '../../../api/table/records-by-id.ts'
import { addressOfRecord } from '../../../components/names/address-of-record.ts'
import { nameOfRecord } from '../../../components/names/name-of-record.ts'

export interface RecipientNames {
  /** Names of recipients by record id: null for a deleted record, '' for a record without a usable name. */
  readonly names: ReadonlyMap<string, string | null>
  /** E-mail addresses of recipients by record id, for records that have an address. */
  readonly addresses: ReadonlyMap<string, string>
  readonly isPending: boolean
}

/**
 * Loads names and addresses of recipients, one request per page. Without the spinner of the job, loads none.
 */
export function useRecipientNames(
  { spinnerId }: Pick<Job, 'spinnerId'>,
  pages: readonly (readonly Pick<Recipient, 'recordId'>[])[],
  version: SpinnerVersion | undefined,
): RecipientNames {
  const { data: spinner } = useQuery(spinnerQuery(spinnerId))
  const dataTableId = spinner?.dataTableId
  const columns = version?.metadataColumns
  const recordQueries = useQueries({
    queries: pages.map((recipients) => ({
      ...recordsByIdQuery(
        dataTableId ?? '',
        recipients.map(({ recordId }) => recordId),
      ),
      enabled: dataTableId !== undefined && columns !== undefined && recipients.length > 0,
      placeholderData: keepPreviousData,
    })),
  })
  const names = new Map<string, string | null>()
  const addresses = new Map<string, string>()
  for (const [index, { data, isPlaceholderData }] of recordQueries.entries()) {
    if (data === undefined || columns === undefined) continue
    for (const record of data) {
      const address = addressOfRecord(record.data)
      if (address !== null) addresses.set(record.id, address)
    }
    const found = new Map(data.map((record) => [record.id, nameOfRecord(record, columns) ?? '']))
    for (const { recordId } of pages[index] ?? []) {
      const name = found.get(recordId)
      if (name !== undefined) names.set(recordId, name)
      else if (!isPlaceholderData) names.set(recordId, null)
    }
  }
  return { names, addresses, isPending: recordQueries.some(({ isLoading }) => isLoading) }
}
