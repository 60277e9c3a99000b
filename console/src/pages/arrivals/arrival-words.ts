import type { Arrival } from '../../api/schema.ts'
import { countOf } from '../../components/arrival/admitted-words.ts'

export const sources = { apiKey: 'By API key', ingestToken: 'By webhook URL', import: 'From a file' } as const

export function wordsOfRecords({ records, accepted, state }: Arrival): string {
  if (records === null) return state === 'held' || state === 'refused' ? 'one body' : 'no records'
  const all = countOf(records, 'record')
  return accepted > 0 && accepted < records ? `${accepted.toLocaleString('en')} of ${all} in the table` : all
}

/** One that no mapping is for, and that is not in the table's own shape: to be mapped before it can go in. */
export function isForeign({ shape, mappingId, records, state }: Arrival): boolean {
  return (state === 'held' || state === 'refused') && shape !== null && mappingId === null && records === null
}

/** Rows that an import left out: they go in by another import, once they are mended. */
export function isLeftOut({ code }: Pick<Arrival, 'code'>): boolean {
  return code === 'ROWS_LEFT_OUT'
}

export function canAdmit({ state, dataTableId, code }: Arrival): boolean {
  return !isLeftOut({ code }) && (state === 'held' || state === 'refused') && dataTableId !== null
}
