import { each, type Promised } from '../promise.ts'

/**
 * Leaves out waits before a change of the destination, a pause, a resumption or a reopening of the organization,
 * because these end the wait, and waits of destinations with five failures in a row, which may repeat requests
 * earlier.
 */
export const waitsKept: Promised = {
  promise: 'A receiver that asks to wait gets no request until then, unless a person or program asks for one',
  when: 'always',
  holds: ({ model }) => {
    const sendings = model.destinations.all.flatMap(({ name, latest }) =>
      latest.map((sending) => ({ name, sending })),
    )
    return each(sendings, ({ name, sending: { number, at, nextAttemptAt } }) =>
      nextAttemptAt === null || at >= nextAttemptAt
        ? null
        : `event ${number} was sent to ${name} at ${at.toISOString()}, which asked to wait until ${nextAttemptAt.toISOString()}`,
    )
  },
}
