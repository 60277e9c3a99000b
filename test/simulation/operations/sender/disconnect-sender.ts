import { service } from '../../../../src/domain/account/audit/actor.ts'
import { DisconnectSender } from '../../../../src/use-cases/sender/disconnect-sender.ts'
import { named, operation } from '../operation.ts'

/** Disconnects a sender for good. Nothing leaves by it afterwards; the service refuses it for a sender that is in use. */
export const disconnectSender = operation({
  name: 'disconnect a sender',
  weight: 1,
  needs: 'connect a sender',
  draw: (random) => ({ sender: random.below(4) }),
  run: async (simulation, { sender: number }) => {
    const { model, demo } = simulation
    const sender = named(model.senders, number)
    if (sender === null) return
    const order = { organizationId: demo.organizationId, senderId: sender.id, by: service }
    const disconnect = () =>
      simulation.call(`disconnect ${sender.name}`, (api) => api.get(DisconnectSender).execute(order))
    // Messages of a deleted sender no longer count in its pool.
    await model.noSendPeriods.begin('sender', sender.id, () =>
      model.pools.ofSender(sender.id).set(null, disconnect),
    )
  },
})
