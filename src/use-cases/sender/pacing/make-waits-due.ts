import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/**
 * The number of slices that one transaction locks to make their waiting recipients due. No runtime can store what it
 * has sent in these slices (up to 10,000 recipients) until the commit.
 */
const slicesAtOnce = 20

/**
 * Ends the rest that a sender's server or provider has asked for, and makes the recipients due that wait for the
 * sender, because its limits changed or it can send again. Call it after the commit of the change: code that marks
 * messages as being sent locks slices before senders, so one transaction for both could deadlock.
 */
export async function endRestAndMakeWaitsDue(
  unitOfWork: UnitOfWork,
  senderId: string,
  at: Date,
): Promise<void> {
  await unitOfWork.run((tx) => tx.senders.freeTimes(senderId, at))
  await makeWaitsDue(unitOfWork, senderId, at)
}

/** Makes the recipients due that wait for a sender, and keeps a rest that its server or provider has asked for. */
export async function makeWaitsDue(unitOfWork: UnitOfWork, senderId: string, at: Date): Promise<void> {
  const slices = await unitOfWork.run((tx) => tx.senders.slicesWaitingFor(senderId))
  for (let from = 0; from < slices.length; from += slicesAtOnce) {
    const part = slices.slice(from, from + slicesAtOnce)
    await unitOfWork.run((tx) => tx.senders.makeDue(senderId, part, at))
  }
}
