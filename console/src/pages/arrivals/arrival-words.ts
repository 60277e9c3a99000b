import type { Arrival } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

export const sources = {
  apiKey: t('Received with an API key'),
  webhookUrl: t('Received at the webhook URL'),
  import: t('Imported from a file'),
  user: t('Added by a user'),
} as const satisfies Record<Arrival['source']['kind'], string>

export function wordsOfRecords({ records, accepted, status }: Arrival): string {
  if (records === null) return status === 'held' || status === 'refused' ? t('one body') : t('no records')
  return accepted > 0 && accepted < records
    ? t('{accepted, number} of {records, number} records in the table', { accepted, records })
    : t('{records, plural, one {# record} other {# records}}', { records })
}

/**
 * Returns true if no mapping matches the arrival and it is not in the table's own format, so it needs a
 * mapping before it can be admitted.
 */
export function isForeign({ format, mappingId, records, status }: Arrival): boolean {
  return (
    (status === 'held' || status === 'refused') && format !== null && mappingId === null && records === null
  )
}

/**
 * Returns true if the arrival holds rows that an import left out. Another import adds the rows after they are
 * corrected.
 */
export function isLeftOut({ code }: Pick<Arrival, 'code'>): boolean {
  return code === 'ROWS_SKIPPED'
}

/**
 * Returns true if the arrival has no valid signature. The API then uses its body only by the id of the arrival,
 * because it may be forged.
 */
export function isUnsigned({ code }: Pick<Arrival, 'code'>): boolean {
  return code === 'UNVERIFIED' || code === 'INVALID_SIGNATURE'
}

export function canAdmit({ status, dataTableId, code }: Arrival): boolean {
  return !isLeftOut({ code }) && (status === 'held' || status === 'refused') && dataTableId !== null
}
