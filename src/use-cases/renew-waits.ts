import { slicesToRenew } from '../domain/job/slices-to-renew.ts'
import type { Clock } from '../ports/clock.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

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

interface Bounds {
  readonly maxSlices?: number
  readonly signal?: AbortSignal
}

/**
 * Lets recipients be checked again whose time to wait was outdated by a change of a sender or an organization
 * (`JobStore.outdateWaits`): frees the times that the sender has given, and makes the recipients due. Call it after
 * the commit of the change: code that marks messages as being sent locks slices before senders, so one transaction for
 * both could deadlock. Ends early if another call has begun the same work from the beginning.
 *
 * Does this for at most `maxSlices` slices, and no more once `signal` has aborted. Returns the number of slices. Leaves
 * the rest to `FinishOutdatedWaits`, which continues the work within a minute. A call for a subject takes the work over
 * from a call that is still doing it, and continues where that call has arrived. A later change does not begin the work
 * again at the first slice either: with frequent changes, the last slices would never be reached.
 */
export async function renewWaits(
  unitOfWork: UnitOfWork,
  clock: Clock,
  subjectId: string,
  { maxSlices = Number.POSITIVE_INFINITY, signal }: Bounds = {},
): Promise<number> {
  const change = await unitOfWork.run((tx) => tx.jobs.beginWaitChange(subjectId, clock.now()))
  if (change === null) return 0
  const slices = slicesToRenew(await unitOfWork.run((tx) => tx.jobs.slicesWaiting(change)), change)
  const most = Math.min(slices.length, maxSlices)
  let done = 0
  let last = change.done
  while (done < most) {
    if (signal?.aborted === true) break
    const part = slices.slice(done, Math.min(done + slicesAtOnce, most))
    // Needs a transaction of its own, because `extendWaitChange` locks the row of the change. A deletion of the sender locks the
    // budget before this row, and a mark of messages locks slices before the budget, so the two could deadlock.
    const place = last
    if (!(await unitOfWork.run((tx) => tx.jobs.extendWaitChange(change, place)))) return done
    await unitOfWork.run((tx) => tx.jobs.makeDue(change, part))
    done += part.length
    last = part.at(-1) ?? last
  }
  await unitOfWork.run(({ jobs }) =>
    done < slices.length ? jobs.releaseWaitChange(change, last) : jobs.endWaitChange(change),
  )
  return done
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
    for (const id of subjectIds)
      if (left > 0) left -= await renewWaits(unitOfWork, clock, id, { maxSlices: left })
  } catch {}
}
