import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * The number of slices that one transaction locks to make their waiting recipients due. No runtime can store what it
 * has sent in these slices (up to 10,000 recipients) until the commit.
 */
const slicesAtOnce = 20

/**
 * Gives the recipients that wait for a sender new times if a change or a deletion of the sender has outdated theirs
 * (`outdateWaits`): frees the times that the sender has given, and makes the recipients due. Call it after the commit of
 * the change: code that marks messages as being sent locks slices before senders, so one transaction for both could
 * deadlock. If the process dies meanwhile, `FinishSenderChanges` does it again.
 */
export async function renewWaits(unitOfWork: UnitOfWork, senderId: string): Promise<void> {
  const change = await unitOfWork.run((tx) => tx.senders.outdatedWaits(senderId))
  if (change === null) return
  await unitOfWork.run((tx) => tx.senders.freeTimes(change))
  const slices = await unitOfWork.run((tx) => tx.senders.slicesWaiting(change.organizationId))
  for (let from = 0; from < slices.length; from += slicesAtOnce) {
    const part = slices.slice(from, from + slicesAtOnce)
    await unitOfWork.run((tx) => tx.senders.makeDue(senderId, part, change.since))
  }
  await unitOfWork.run((tx) => tx.senders.endOutdatedWaits(change))
}
