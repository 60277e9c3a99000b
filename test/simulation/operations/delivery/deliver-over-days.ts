import type { Random } from '../../run/random.ts'
import { act, type Input, operation } from '../operation.ts'
import { admit } from './admit.ts'
import { deliver } from './deliver.ts'

const hour = 3_600
const day = 24 * hour

const moves = ['deliver', 'deliver', 'deliver', 'admit', 'columns', 'wait'] as const

/**
 * Returns the actions in which copies of an old delivery are admitted after a newer delivery of its id, which its source
 * then repeats. The old delivery does not fit the table at first.
 */
function admittedAfterNewer(random: Random, lead: Input) {
  const door = Number(lead['door'])
  const send = (copies: number) => ({
    operation: deliver.name,
    input: { ...lead, hasCity: true, copies, isIndented: true },
  })
  const pause = () => ({ operation: 'elapse', input: { seconds: random.pick([hour, 5 * day, 5 * day]) } })
  return [
    columnsOf(door, true),
    send(random.between(1, 2)),
    pause(),
    columnsOf(door, false),
    ...(random.chance(0.9) ? [send(1)] : []),
    { operation: admit.name, input: { door, one: null } },
    send(1),
    ...(random.chance(0.3) ? [{ operation: admit.name, input: { door, one: random.below(8) } }] : []),
  ]
}

/**
 * Delivers two bodies under one id to one table over some days, while users change its columns and admit what is held.
 * Drawn one by one, these operations seldom repeat a body under its id before and after the end of the time in which the
 * service recognises a repeat.
 */
export const deliverOverDays = operation({
  name: 'deliver leads over days',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  needs: 'open a door for leads',
  draw: (random, others) => {
    const [door, id] = [random.below(4), random.below(3)]
    const bodies = [true, random.chance(0.3)].map((hasCity) => ({
      ...deliver.draw(random, others),
      door,
      id,
      hasCity,
    }))
    if (random.chance(0.5)) {
      const lead = { ...deliver.draw(random, others), door, id: random.pick([0, id]) }
      return { actions: admittedAfterNewer(random, lead) }
    }
    const actions = Array.from({ length: random.between(4, 9) }, () => {
      switch (random.pick(moves)) {
        case 'deliver':
          return [{ operation: deliver.name, input: random.pick(bodies) }]
        case 'admit':
          // A user adds the column that was missing, and then admits what is held.
          return [columnsOf(door, false), { operation: admit.name, input: { door, one: null } }]
        case 'columns':
          return [columnsOf(door, random.chance(0.7))]
        default:
          return [{ operation: 'elapse', input: { seconds: random.pick([hour, day, 5 * day, 5 * day]) } }]
      }
    }).flat()
    return { actions }
  },
  run: async (simulation, { actions }, others) => {
    for (const action of actions) {
      simulation.isQuiet = false
      await act(simulation, action, others)
    }
  },
})

function columnsOf(door: number, remove: boolean) {
  return { operation: 'change the columns of a door', input: { door, remove } }
}
