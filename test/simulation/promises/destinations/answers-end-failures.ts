import { each, type Promised } from '../promise.ts'

interface Health {
  readonly id: string
  readonly failures: number
  readonly failingSince: Date | null
}

/**
 * Compares the destinations whose latest request was answered with a success. Leaves out successes during which other
 * work proceeded, because a failure of that work may be stored after the success.
 */
export const answersEndFailures: Promised = {
  promise: 'A destination whose receiver has just answered counts as answering, whoever made the request',
  when: 'settled',
  holds: async ({ model, rows }) => {
    const answering = model.destinations.created.filter(({ latest }) => {
      const last = latest.at(-1)
      return last !== undefined && last.answer === 'success' && last.isStored && !last.isShared
    })
    if (answering.length === 0) return { compared: 0, violations: [] }
    const stored = await rows<Health>(
      'select id, failures, failing_since as "failingSince" from destinations where id = any($1)',
      [answering.map(({ id }) => id)],
    )
    return each(stored, ({ id, failures, failingSince }) => {
      const name = answering.find((destination) => destination.id === id)?.name
      return failures === 0 && failingSince === null
        ? null
        : `${name} counts ${failures} failures since ${failingSince?.toISOString()}, although its receiver has answered since`
    })
  },
}
