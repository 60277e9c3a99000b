import { each, type Promised } from '../promise.ts'

export const eventsInOrder: Promised = {
  promise: 'A destination gets new events in the order of their numbers',
  when: 'settled',
  holds: ({ model }) => {
    const sendings = model.destinations.all.flatMap(({ name, changedAt, latest }) =>
      latest.filter(({ number }) => number > changedAt).map((sending) => ({ name, sending })),
    )
    return each(sendings, ({ name, sending: { number, isBehind } }) =>
      isBehind ? `event ${number} was sent to ${name} for the first time after a later event` : null,
    )
  },
}
