import type { Delivery, KnownDestination } from '../../model/organization/destinations.ts'
import { each, type Promised } from '../promise.ts'

const isStoredSuccess = ({ answer: told, isStored }: Delivery) => told === 'success' && isStored

/**
 * Returns whether the service has certainly ended its own attempts to send an event to the URL of a sending. A busy
 * receiver, and one that cannot be reached, may leave the event waiting at its place.
 */
function isEnded({ answer: told, isStored, isRepeat, mayStay }: Delivery): boolean {
  return isStored && !isRepeat && (told === 'success' || (told === 'refused' && !mayStay))
}

/**
 * Returns whether a sending was a repeat that succeeded and must have ended the retry that a later sending would be: one
 * with the same events at the same URL, without work beside it or a change of the settings since.
 */
function endsRetryOf(repeat: Delivery, { url, request, changes, isRepeat }: Delivery): boolean {
  return (
    isStoredSuccess(repeat) &&
    repeat.isRepeat &&
    !repeat.isShared &&
    !isRepeat &&
    repeat.url === url &&
    repeat.request === request &&
    repeat.changes === changes
  )
}

/**
 * Returns whether an event certainly had a retry before a repeat: its request was refused. A receiver that is busy or
 * cannot be reached may leave the event at its place instead.
 */
function hasRetry(earlier: readonly Delivery[], repeat: Delivery): boolean {
  return earlier
    .slice(0, earlier.indexOf(repeat))
    .some(
      (delivery) =>
        delivery.url === repeat.url &&
        delivery.answer === 'refused' &&
        isEnded(delivery.isShared ? delivery : { ...delivery, mayStay: false }),
    )
}

function faultOf(destination: KnownDestination, sending: Delivery): string | null {
  const { number, url, replays, isRepeat } = sending
  const all = destination.sendingsOf(number)
  const earlier = all.slice(0, all.indexOf(sending))
  const what = `event ${number} was sent to ${destination.name} at ${url}`
  const successes = earlier.filter(isStoredSuccess).length
  if (successes > destination.requestsFor(sending))
    return `${what} after ${successes} successes, and nobody has asked for it`
  const repeat = earlier.findLast((delivery) => endsRetryOf(delivery, sending))
  if (repeat !== undefined && replays === 0 && !destination.wasRestored && hasRetry(earlier, repeat))
    return `${what} by itself, although a repeat of the same request succeeded at ${repeat.at.toISOString()}`
  const former = earlier.findLast((delivery) => delivery.url !== url && isEnded(delivery))
  if (former !== undefined && !isRepeat && replays === former.replays)
    return `${what} by itself, although it had been sent to ${former.url}`
  return null
}

export const eventsNotRepeated: Promised = {
  promise: 'A delivered event is sent again only by request, and nothing sent before follows to a new URL',
  when: 'settled',
  holds: ({ model }) => {
    const sendings = model.destinations.all.flatMap((destination) =>
      destination.latest.map((sending) => ({ destination, sending })),
    )
    return each(sendings, ({ destination, sending }) => faultOf(destination, sending))
  },
}
