import { each, type Promised } from '../promise.ts'

/**
 * Leaves out rests before a change of the destination, a pause, a resumption or a reopening of the organization, because
 * these end the rest, and rests of destinations with five failures in a row, which may repeat requests earlier.
 */
export const restsKept: Promised = {
  promise: 'A receiver that asks to wait gets no request until then, unless a person or program asks for one',
  when: 'always',
  holds: ({ model }) => {
    const sendings = model.destinations.all.flatMap(({ name, latest }) =>
      latest.map((sending) => ({ name, sending })),
    )
    return each(sendings, ({ name, sending: { number, at, restsUntil } }) =>
      restsUntil === null || at >= restsUntil
        ? null
        : `event ${number} was sent to ${name} at ${at.toISOString()}, which asked to wait until ${restsUntil.toISOString()}`,
    )
  },
}
