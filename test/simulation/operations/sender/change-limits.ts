import { service } from '../../../../src/domain/account/audit/actor.ts'
import { ChangeSender } from '../../../../src/use-cases/sender/change-sender.ts'
import { type KnownSender, noteRamp } from '../../model/known-sender.ts'
import { named, operation } from '../operation.ts'
import { drawLimits, limitsOf } from './limits.ts'

export const changeLimits = operation({
  name: 'change the limits of a sender',
  weight: 1,
  draw: (random) => ({
    sender: random.below(4),
    limits: drawLimits(random),
    isZoneAlone: random.below(2) === 0,
  }),
  run: async (simulation, { sender: number, limits: drawn, isZoneAlone }) => {
    const { model, demo } = simulation
    const sender = named(model.senders, number)
    if (sender === null) return
    const since = simulation.clock.now()
    const limits = { ...limitsOf(drawn), ...(isZoneAlone ? besideZone(sender) : {}) }
    noteRamp(sender.rampDays, limits, since)
    await sender.limits.set({ ...limits, since }, () =>
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

/** Returns the present limits of a sender beside its time zone; none if the answer to a change was lost. */
function besideZone({ limits }: KnownSender) {
  const [present, ...further] = limits.possible()
  if (present === undefined || further.length > 0) return {}
  const { dailyLimit, gapSeconds, ramp } = present
  return { dailyLimit, gapSeconds, ramp }
}
