import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Senders } from '../../../../src/use-cases/sender/senders.ts'

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
      simulation.call(`disconnect ${sender.name}`, (api) =>
        api.get(Senders).disconnect(order, order.senderId),
      )
    // Messages of a deleted sender no longer count in its pool.
    const ended = await model.noSendPeriods.begin('sender', sender.id, () =>
      model.pools.ofSender(sender.id).set(null, disconnect),
    )
    if (ended.kind !== 'answered') return
    const jobs = await simulation.rows<{ status: string }>(
      `select j.status from jobs j join spinner_versions v on v.spinner_id = j.spinner_id and v.version = j.spinner_version
        where j.organization_id = $1 and j.status in ('scheduled', 'queued', 'running', 'paused')
          and position($2 in v.steps::text) > 0`,
      [demo.organizationId, sender.id],
    )
    for (const { status } of jobs)
      simulation.fault(`${sender.name} is disconnected, and the steps of a ${status} job name it`)
  },
})
