import { each, type Promised } from '../promise.ts'
import { activePeopleAt, firstEmails } from './active-people.ts'

export const exclusiveSpinners: Promised = {
  promise: 'An exclusive spinner takes nobody who is active in another exclusive spinner',
  when: 'quiet',
  holds: ({ model }) => {
    const exclusive = new Set(model.spinners.flatMap((one) => (one.exclusive ? one.name : [])))
    const emails = firstEmails(model).filter(({ spinner }) => exclusive.has(spinner))
    return each(emails, (email) => {
      const holder = activePeopleAt(model, email).find(
        ({ spinner, address }) =>
          address === email.address && spinner !== email.spinner && exclusive.has(spinner),
      )
      if (holder === undefined) return null
      const { address, step, spinner, at } = email
      return `${address} got ${step} of ${spinner} at ${at.toISOString()}, on the way in ${holder.spinner} since ${holder.step} at ${holder.at.toISOString()}`
    })
  },
}
