import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * The number of slices that one transaction locks to make their waiting recipients due. No runtime can store what it
 * has sent in these slices (up to 10,000 recipients) until the commit.
 */
const slicesAtOnce = 20

/**
 * Lets recipients be checked again whose time to wait was outdated by a change of a sender or an organization
 * (`OutdatedWaitStore`): frees the times that the sender has given, and makes the recipients due. Call it after
 * the commit of the change: code that marks messages as being sent locks slices before senders, so one transaction for
 * both could deadlock. Ends early if another call has begun the same work from the beginning.
 */
export async function renewWaits(unitOfWork: UnitOfWork, clock: Clock, subjectId: string): Promise<void> {
  const change = await unitOfWork.run((tx) => tx.outdatedWaits.take(subjectId, clock.now()))
  if (change === null) return
  const slices = await unitOfWork.run((tx) => tx.outdatedWaits.slicesWaiting(change))
  for (let from = 0; from < slices.length; from += slicesAtOnce) {
    const part = slices.slice(from, from + slicesAtOnce)
    // Needs a transaction of its own, because `keep` locks the row of the change. A deletion of the sender locks the
    // budget before this row, and a mark of messages locks slices before the budget, so the two could deadlock.
    if (!(await unitOfWork.run((tx) => tx.outdatedWaits.keep(change)))) return
    await unitOfWork.run((tx) => tx.outdatedWaits.makeDue(change, part))
  }
  await unitOfWork.run((tx) => tx.outdatedWaits.end(change))
}

/**
 * Does what `renewWaits` does, and ignores a fault, such as a slice that another transaction holds: the change is
 * committed, and `FinishOutdatedWaits` does the work again.
 */
export async function renewWaitsOrLater(
  unitOfWork: UnitOfWork,
  clock: Clock,
  subjectId: string,
): Promise<void> {
  await renewWaits(unitOfWork, clock, subjectId).catch(() => {})
}
