import { each, type Promised } from '../promise.ts'
import { activePeopleAt, firstEmails } from './active-people.ts'

export const activePerDomain: Promised = {
  promise: 'No more people of one company are active at once than the contact policy allows',
  when: 'quiet',
  holds: ({ model }) => {
    /**
     * Returns the highest limit of active people per domain that may have applied at a numbered event of the
     * run; null if there may have been no limit.
     */
    const limitAt = (moment: number) => {
      const limits = model.policy.possibleWhenDecided(moment).map((policy) => policy.activePerDomain)
      return limits.includes(null) ? null : Math.max(...limits.map(Number))
    }
    const emails = firstEmails(model).filter(({ moment }) => limitAt(moment) !== null)
    return each(emails, (email) => {
      const { address, moment, step, spinner, at } = email
      const limit = limitAt(moment) ?? 0
      // Counts only people who were written to after the limit was set, as the service does.
      const others = activePeopleAt(model, email).filter(
        (one) => one.address !== address && domainOf(one) === domainOf(email) && limitAt(one.moment) !== null,
      )
      const active = [...new Set(others.map((one) => one.address))]
      if (active.length < limit) return null
      return `${address} got ${step} of ${spinner} at ${at.toISOString()}, while ${active.join(', ')} of the same company were on the way (limit ${limit})`
    })
  },
}

function domainOf({ address }: { readonly address: string }): string {
  return address.slice(address.indexOf('@') + 1)
}
