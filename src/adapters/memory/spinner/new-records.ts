import { startOfLedger } from '../../../domain/arrival/ledger-position.ts'
import {
  type Audience,
  type AudienceRange,
  audienceRange,
  audienceSize,
} from '../../../domain/spinner/audience.ts'
import { countNamed, isNamed } from '../job/named/named-marks.ts'
import { sum, waitingReturns } from '../job/slices/returned-records.ts'
import type { LedgerRange, MemoryStore, StoredSpinner } from '../store.ts'

/** Returns the range of the table's ledger that a job of the spinner with this audience would take. */
export function rangeOf(store: MemoryStore, spinner: StoredSpinner, audience: Audience): AudienceRange {
  const end = store.tables.get(spinner.dataTableId)?.end ?? startOfLedger
  const returned = sum(waitingReturns(store, spinner.id))
  const { from, to } = audienceRange(audience, spinner.taken, end, returned)
  if (audience === 'all') return { from, to }
  const passed = countNamed(store, spinner.id, { fromSeq: from.seq, toSeq: to.seq })
  return { from: { ...from, records: from.records + passed }, to }
}

/** Returns the number of records that no job of a spinner has taken. */
export function existingOf(store: MemoryStore, spinner: StoredSpinner): number {
  return audienceSize(rangeOf(store, spinner, 'new'))
}

/** Returns whether a spinner has new records, which triggers may have named, or returned records. */
export function hasNew(store: MemoryStore, spinner: StoredSpinner): boolean {
  const end = store.tables.get(spinner.dataTableId)?.end ?? startOfLedger
  return end.seq > spinner.taken.seq || sum(waitingReturns(store, spinner.id)) > 0
}

/**
 * Returns whether a job of the spinner with this audience would have a recipient. Its records may have been deleted
 * since they were counted.
 */
export function hasRecipients(store: MemoryStore, spinner: StoredSpinner, audience: Audience): boolean {
  const { from, to } = rangeOf(store, spinner, audience)
  const records = store.records.get(spinner.dataTableId)
  const isTaken = (id: number) => audience === 'new' && isNamed(store, spinner.id, id)
  const ranges: LedgerRange[] = [{ fromSeq: from.seq, toSeq: to.seq }]
  const ids: number[] = []
  for (const { part } of waitingReturns(store, spinner.id))
    if ('recordIds' in part) ids.push(...part.recordIds.map(Number))
    else ranges.push(part)
  for (const range of ranges)
    ids.push(...idsIn(store, spinner.dataTableId, range).filter((id) => !isTaken(id)))
  return ids.some((id) => records?.has(id) === true)
}

function idsIn(store: MemoryStore, dataTableId: string, { fromSeq, toSeq }: LedgerRange): readonly number[] {
  const appends = store.appends.get(dataTableId) ?? []
  return appends
    .filter(({ seq }) => seq > fromSeq && seq <= toSeq)
    .flatMap(({ firstId, count }) => Array.from({ length: count }, (_, index) => firstId + index))
}
