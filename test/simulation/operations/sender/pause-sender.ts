import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Senders } from '../../../../src/use-cases/sender/senders.ts'

import { named, operation } from '../operation.ts'

export const pauseSender = operation({
  name: 'pause a sender',
  weight: 1,
  draw: (random) => ({ sender: random.below(4) }),
  run: async (simulation, { sender: number }) => {
    const { model, demo } = simulation
    const sender = named(model.senders, number)
    if (sender === null) return
    const order = { organizationId: demo.organizationId, senderId: sender.id, by: service }
    await model.noSendPeriods.begin('sender', sender.id, () =>
      simulation.call(`pause ${sender.name}`, (api) => api.get(Senders).pause(order, order.senderId)),
    )
  },
})

export const resumeSender = operation({
  name: 'resume a sender',
  weight: 2,
  draw: (random) => ({ sender: random.below(4) }),
  run: async (simulation, { sender: number }) => {
    const { model, demo } = simulation
    const sender = named(model.senders, number)
    if (sender === null) return
    const order = {
      organizationId: demo.organizationId,
      senderId: sender.id,
      spinnerId: null,
      by: service,
    }
    await model.noSendPeriods.end('sender', sender.id, () =>
      sender.resumptions.set(true, () =>
        simulation.call(`resume ${sender.name}`, (api) =>
          api.get(Senders).resume(order, order.senderId, order.spinnerId),
        ),
      ),
    )
  },
})
