import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * The number of slices that one transaction locks to make their waiting recipients due. No runtime can store what it
 * has sent in these slices (up to 10,000 recipients) until the commit.
 */
const slicesAtOnce = 20

/**
 * The number of slices whose recipients a request makes due before it is answered. A time zone or a sender may concern
 * millions of waiting recipients.
 */
const slicesInRequest = slicesAtOnce

/**
 * Lets recipients be checked again whose time to wait was outdated by a change of a sender or an organization
 * (`OutdatedWaitStore`): frees the times that the sender has given, and makes the recipients due. Call it after
 * the commit of the change: code that marks messages as being sent locks slices before senders, so one transaction for
 * both could deadlock. Ends early if another call has begun the same work from the beginning.
 *
 * Does this for at most `mostSlices` slices and returns their number; `FinishOutdatedWaits` then does the work again for
 * all slices within a minute.
 */
export async function renewWaits(
  unitOfWork: UnitOfWork,
  clock: Clock,
  subjectId: string,
  mostSlices = Number.POSITIVE_INFINITY,
): Promise<number> {
  const change = await unitOfWork.run((tx) => tx.outdatedWaits.take(subjectId, clock.now()))
  if (change === null) return 0
  const waiting = await unitOfWork.run((tx) => tx.outdatedWaits.slicesWaiting(change))
  const slices = waiting.slice(0, mostSlices)
  for (let from = 0; from < slices.length; from += slicesAtOnce) {
    const part = slices.slice(from, from + slicesAtOnce)
    // Needs a transaction of its own, because `keep` locks the row of the change. A deletion of the sender locks the
    // budget before this row, and a mark of messages locks slices before the budget, so the two could deadlock.
    if (!(await unitOfWork.run((tx) => tx.outdatedWaits.keep(change)))) return slices.length
    await unitOfWork.run((tx) => tx.outdatedWaits.makeDue(change, part))
  }
  const { length } = slices
  await unitOfWork.run(({ outdatedWaits }) =>
    length < waiting.length ? outdatedWaits.release(change) : outdatedWaits.end(change),
  )
  return length
}

/**
 * Does what `renewWaits` does for changes of a request, for 20 slices (up to 10,000 recipients) in all. A fault, such as
 * a slice that another transaction holds, ends the work and is ignored: the changes are committed, and
 * `FinishOutdatedWaits` does the rest.
 */
export async function renewWaitsOrLater(
  unitOfWork: UnitOfWork,
  clock: Clock,
  subjectIds: readonly string[],
): Promise<void> {
  let left = slicesInRequest
  try {
    for (const id of subjectIds) if (left > 0) left -= await renewWaits(unitOfWork, clock, id, left)
  } catch {}
}
