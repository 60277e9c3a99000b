import type { Spinner } from '../../../domain/spinner/spinner.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** Writes the event `spinner.published` in the transaction that adds a version to a spinner. */
export async function notePublished(
  tx: Transaction,
  { organizationId, projectId, id }: Pick<Spinner, 'organizationId' | 'projectId' | 'id'>,
  version: number,
): Promise<void> {
  await tx.events.add({
    type: 'spinner.published',
    organizationId,
    projectId,
    spinnerId: id,
    data: { version },
    events: [{ objectId: id }],
  })
}
