import { startOfLedger } from '../../../domain/arrival/ledger-position.ts'
import {
  type Audience,
  type AudienceRange,
  audienceRange,
  audienceSize,
} from '../../../domain/spinner/audience.ts'
import { countNamed } from '../job/named/named-marks.ts'
import { sum, waitingReturns } from '../job/slices/returned-records.ts'
import type { MemoryStore, StoredSpinner } from '../store.ts'

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
