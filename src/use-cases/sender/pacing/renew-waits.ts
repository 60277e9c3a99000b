import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * The number of slices that one transaction locks to make their waiting recipients due. No runtime can store what it
 * has sent in these slices (up to 10,000 recipients) until the commit.
 */
const slicesAtOnce = 20

/**
 * Gives the recipients that wait for a sender new times if a change has outdated theirs (`outdateWaits`): ends the rest
 * that the sender's server or provider has asked for, and makes the recipients due. Call it after the commit of the
 * change: code that marks messages as being sent locks slices before senders, so one transaction for both could
 * deadlock. If the process dies meanwhile, `FinishSenderChanges` does the rest.
 */
export async function renewWaits(unitOfWork: UnitOfWork, senderId: string): Promise<void> {
  const outdated = await unitOfWork.run((tx) => tx.senders.outdatedWaits(senderId))
  if (outdated === null) return
  const { since, areTimesFree } = outdated
  // Ends the rest only once, so that a later call keeps a rest that the server has asked for after the change.
  if (!areTimesFree) await unitOfWork.run((tx) => tx.senders.freeTimes(senderId, since))
  const slices = await unitOfWork.run((tx) => tx.senders.slicesWaitingFor(senderId))
  for (let from = 0; from < slices.length; from += slicesAtOnce) {
    const part = slices.slice(from, from + slicesAtOnce)
    await unitOfWork.run((tx) => tx.senders.makeDue(senderId, part, since))
  }
  await unitOfWork.run((tx) => tx.senders.endOutdatedWaits(senderId, since))
}
