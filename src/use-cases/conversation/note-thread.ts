import type { NewEvent } from '../../domain/event/event.ts'
import type { ThreadPlace } from '../../ports/conversation/threads.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

type ThreadEvent = 'thread.replied' | 'thread.labelled' | 'thread.assigned'

/** Writes events about a thread in the transaction of the change that they report, each with its own data. */
export async function noteThread<Type extends ThreadEvent>(
  tx: Transaction,
  {
    id,
    organizationId,
    projectId,
    address,
    ...data
  }: Omit<ThreadPlace, 'address'> & { readonly address: string | null },
  type: Type,
  each: readonly NonNullable<NewEvent<Type>['data']>[],
): Promise<void> {
  if (each.length === 0 || !(await tx.events.hasSubscription(organizationId, [type]))) return
  const { spinnerId, dataTableId, jobId, recordId } = data
  const events = each.map((own) => ({ objectId: id, address, data: own }))
  await tx.events.add({
    type,
    organizationId,
    projectId,
    spinnerId,
    data: { spinnerId, dataTableId, jobId, recordId },
    events,
  })
}
