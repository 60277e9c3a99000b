import {
  continuesStarts,
  defaultExistingChoice,
  type Existing,
  hasExisting,
} from '../../domain/spinner/existing.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import type { Starts } from '../../domain/spinner/starts.ts'
import type { SpinnerStore } from '../../ports/spinner/spinners.ts'
import type { SegmentStore } from '../../ports/table/segments.ts'
import type { Timers } from '../../ports/timers.ts'

/** The milliseconds within which the members of a segment must be counted; after that their number is estimated. */
const maxCountMs = 1_000

/** The stores by which existing records are counted. */
export interface ExistingStores {
  readonly spinners: Pick<SpinnerStore, 'existing' | 'waitingEntries'>
  readonly segments: Pick<SegmentStore, 'find' | 'count' | 'estimate'>
  readonly timers: Timers
}

/**
 * Counts the records about which publishing a draft asks, with the default choice for them; null if it asks nothing.
 * `published` are the starts of the published version.
 */
export async function existingRecordsOf(
  stores: ExistingStores,
  spinner: Pick<Spinner, 'id' | 'organizationId' | 'starts'>,
  published: Starts | null,
): Promise<Existing | null> {
  const { id, organizationId, starts } = spinner
  if (!hasExisting(starts)) return null
  const choice = defaultExistingChoice(published, starts)
  if (starts.on !== 'segment') return { count: await stores.spinners.existing(organizationId, id), choice }
  if (continuesStarts(published, starts)) return { count: await stores.spinners.waitingEntries(id), choice }
  return { count: await countMembers(stores, organizationId, starts.segmentId), choice }
}

async function countMembers(
  { segments, timers }: ExistingStores,
  organizationId: string,
  segmentId: string,
): Promise<number> {
  const segment = await segments.find(organizationId, segmentId)
  if (segment === null) return 0
  const until = timers.elapsedMs() + maxCountMs
  const exact = await segments.count(segment, () => timers.elapsedMs() > until)
  return (exact ?? (await segments.estimate(segment))).value
}
