import type { Clock } from '../../../ports/clock.ts'
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
 * deadlock. Ends early if another call has begun the same work from the beginning.
 */
export async function renewWaits(unitOfWork: UnitOfWork, clock: Clock, senderId: string): Promise<void> {
  const change = await unitOfWork.run((tx) => tx.senders.takeChange(senderId, clock.now()))
  if (change === null) return
  const slices = await unitOfWork.run((tx) => tx.senders.slicesWaiting(change.organizationId))
  for (let from = 0; from < slices.length; from += slicesAtOnce) {
    const part = slices.slice(from, from + slicesAtOnce)
    const isMine = await unitOfWork.run(async (tx) => {
      if (!(await tx.senders.isStillTaken(change))) return false
      await tx.senders.makeDue(senderId, part, change.at)
      return true
    })
    if (!isMine) return
  }
  await unitOfWork.run((tx) => tx.senders.endChange(change))
}

/**
 * Does what `renewWaits` does, and ignores a fault, such as a slice that another transaction holds: the change is
 * committed, and `FinishSenderChanges` does the work again.
 */
export async function renewWaitsOrLater(
  unitOfWork: UnitOfWork,
  clock: Clock,
  senderId: string,
): Promise<void> {
  await renewWaits(unitOfWork, clock, senderId).catch(() => {})
}
