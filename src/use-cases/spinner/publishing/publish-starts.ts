import type { ExistingChoice } from '../../../domain/spinner/existing.ts'
import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import { firstStart } from '../../../domain/spinner/starts.ts'
import { columnsOfEntry } from '../../../domain/table/segment/entry-condition.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Lets the automatic starts of a version hold that is published now, in place of the former ones. `existing` is the
 * publisher's choice for members of the segment whose entries start the spinner.
 */
export async function publishStarts(
  tx: Transaction,
  { id, organizationId, dataTableId, pausedAt }: Spinner,
  { starts }: Pick<SpinnerVersion, 'starts'>,
  { now, existing }: { readonly now: Date; readonly existing: ExistingChoice | null },
): Promise<void> {
  const dueAt = firstStart(starts, now)
  if (dueAt === null) return tx.spinners.removeStarts(id)
  const columns =
    starts.on === 'segment'
      ? columnsOfEntry({ segmentId: starts.segmentId }, await tx.segments.ofTable(dataTableId))
      : null
  const entries = columns && { dataTableId, columns, existing }
  const isPaused = pausedAt !== null
  await tx.spinners.publishStarts({ spinnerId: id, organizationId, starts, dueAt, isPaused, entries })
}
