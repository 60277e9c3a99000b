import type { Delivery, KnownSettings } from '../../model/organization/destinations.ts'
import { each, type Promised } from '../promise.ts'

/** Returns whether a destination with these settings may be sent an event. */
function allows({ url, types, projectId, includesAddresses }: KnownSettings, sending: Delivery): boolean {
  return (
    url === sending.url &&
    types.some((type) => type === sending.type) &&
    (projectId === null || projectId === sending.projectId) &&
    (includesAddresses || sending.address === null)
  )
}

export const eventsWithinReach: Promised = {
  promise: 'A destination gets only the events and addresses that its settings allow when they are sent',
  when: 'settled',
  holds: ({ model }) => {
    const sendings = model.destinations.all.flatMap((destination) =>
      destination.latest.map((sending) => ({ destination, sending })),
    )
    return each(sendings, ({ destination: { name, settings, isPaused }, sending }) => {
      const { number, type, url, moment, address, isRepeat, isSignedWrongly } = sending
      const what = `event ${number} (${type}) was sent to ${name} at ${url}`
      if (!settings.possibleWhenDecided(moment).some((possible) => allows(possible, sending)))
        return `${what}, of the project ${sending.projectId}${address === null ? '' : `, with ${address}`}`
      if (!isRepeat && isPaused.possibleWhenDecided(moment).every(Boolean))
        return `${what}, although it was paused`
      if (
        address !== null &&
        model
          .standing(address)
          .possibleWhenDecided(moment)
          .every((may) => !may)
      )
        return `${what} with ${address}, although this person was erased`
      return isSignedWrongly ? `${what}, signed with an unknown secret` : null
    })
  },
}
