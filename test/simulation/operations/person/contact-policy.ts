import { service } from '../../../../src/domain/account/audit/actor.ts'
import { SetContactPolicy } from '../../../../src/use-cases/contact/set-contact-policy.ts'
import { operation } from '../operation.ts'

export const changePolicy = operation({
  name: 'change the contact policy',
  weight: 2,
  draw: (random) => ({
    messagesPerDay: random.pick([0, 1, 1, 2]),
    messagesPerWeek: random.pick([0, 0, 2, 3]),
    daysBetweenSpinners: random.pick([0, 0, 1, 3]),
    activePerDomain: random.pick([0, 0, 0, 1, 2]),
  }),
  run: async (simulation, drawn) => {
    const { model, demo } = simulation
    const policy = {
      messagesPerDay: drawn.messagesPerDay || null,
      messagesPerWeek: drawn.messagesPerWeek || null,
      daysBetweenSpinners: drawn.daysBetweenSpinners || null,
      activePerDomain: drawn.activePerDomain || null,
    }
    await model.policy.set(policy, () =>
      simulation.call(`set the contact policy to ${JSON.stringify(policy)}`, (api) =>
        api
          .get(SetContactPolicy)
          .execute({ organizationId: demo.organizationId, policy, revision: null, by: service }),
      ),
    )
  },
})
