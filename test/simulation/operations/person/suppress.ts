import { service } from '../../../../src/domain/account/audit/actor.ts'
import { AddressSuppressor } from '../../../../src/use-cases/contact/address-suppressor.ts'

import { addressOf, peopleCount, spelled, workAddressOf } from '../../model/people.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

export const suppress = operation({
  name: 'suppress a person',
  weight: 1,
  draw: (random) => ({
    person: random.below(peopleCount),
    reason: random.pick(['added', 'added', 'unsubscribed']),
    spelling: random.below(6),
    /** Whether the address of the person at work is suppressed. */
    isAtWork: false,
  }),
  run: async (simulation, { person, reason: drawn, spelling, isAtWork }) => {
    const { model, demo } = simulation
    const { organizationId } = demo
    const email = isAtWork ? workAddressOf(person) : personOf(simulation, person)
    const written = spelled(email, spelling)
    const reason = drawn === 'added' ? 'added' : 'unsubscribed'
    model.name(email)
    await model.noSendPeriods.begin('address', email, () =>
      simulation.call(`suppress ${written}, ${reason}`, (api) =>
        api
          .get(AddressSuppressor)
          .suppressWithRetries({ organizationId, email: written, reason, by: service }),
      ),
    )
  },
})

/** Returns the address of a person; that of a person to whom held work writes if there is one and the number is odd. */
export function personOf({ model }: Simulation, number: number): string {
  const addresses = Array.from({ length: peopleCount }, (_, person) => addressOf(person))
  return named(addresses, number, model.inTransit.concerns) ?? addressOf(number)
}

export const lift = operation({
  name: 'lift a suppression',
  weight: 2,
  draw: (random) => ({ person: random.below(peopleCount) }),
  run: async (simulation, { person }) => {
    const { model, demo } = simulation
    const { organizationId } = demo
    const email = addressOf(person)
    const [row] = await simulation.rows<{ id: string }>(
      'select id from suppressions where organization_id = $1 and email = $2',
      [organizationId, email],
    )
    if (row === undefined) return
    model.name(email)
    await model.noSendPeriods.end('address', email, () =>
      simulation.call(`lift the suppression of ${email}`, (api) =>
        api.get(AddressSuppressor).lift({ organizationId, by: service }, row.id),
      ),
    )
  },
})
