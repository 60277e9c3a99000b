import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangeSender } from '../../../../src/use-cases/sender/change-sender.ts'
import { noteRamp } from '../../model/known-sender.ts'
import { named, operation } from '../operation.ts'
import { drawLimits, limitsOf } from './limits.ts'

export const changeLimits = operation({
  name: 'change the limits of a sender',
  weight: 1,
  draw: (random) => ({ sender: random.below(4), limits: drawLimits(random) }),
  run: async (simulation, { sender: number, limits: drawn }) => {
    const { model, demo } = simulation
    const sender = named(model.senders, number)
    if (sender === null) return
    const limits = limitsOf(drawn)
    noteRamp(sender.rampDays, limits, simulation.clock.now())
    await sender.limits.set(limits, () =>
      simulation.call(`change the limits of ${sender.name} to ${JSON.stringify(limits)}`, (api) =>
        api.get(ChangeSender).execute({
          organizationId: demo.organizationId,
          senderId: sender.id,
          changes: { limits },
          revision: null,
          by: service,
        }),
      ),
    )
  },
})
