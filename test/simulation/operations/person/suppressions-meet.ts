import { peopleCount } from '../../model/people.ts'
import { hashOf } from '../../run/random.ts'
import { act, operation } from '../operation.ts'
import { lift, suppress } from './suppress.ts'

/** The calls that meet: each suppresses the address for a reason, or ends its suppression. */
const calls = ['added', 'unsubscribed', 'unsubscribed', 'lift'] as const

/**
 * Lets two or three callers suppress one address at the same time, or end its suppression. The address is mostly not
 * suppressed before. Drawn one by one, two of these calls rarely concern the same address.
 */
export const suppressionsMeet = operation({
  name: 'suppressions of a person meet',
  weight: 2,
  isMeeting: true,
  isAlone: true,
  draw: (random) => {
    const person = random.below(peopleCount)
    const call = (kind: string) =>
      kind === 'lift'
        ? { operation: lift.name, input: { person } }
        : { operation: suppress.name, input: { person, reason: kind } }
    return {
      before: random.chance(0.7) ? call('lift') : null,
      calls: [
        'unsubscribed',
        ...Array.from({ length: random.pick([1, 1, 2]) }, () => random.pick(calls)),
      ].map(call),
      after: random.chance(0.5) ? call('lift') : null,
      order: random.below(1_000_000),
    }
  },
  run: async (simulation, { before, calls: meeting, after, order }, others) => {
    if (before !== null) await act(simulation, before, others)
    let decided = 0
    await simulation.gates.together(
      meeting.map((action) => () => act(simulation, action, others)),
      (count) => hashOf('order', order, decided++) % count,
    )
    if (after !== null) await act(simulation, after, others)
  },
})
