import { service } from '../../../../src/domain/account/audit/actor.ts'
import { CreateSender } from '../../../../src/use-cases/sender/create-sender.ts'
import { noteRamp } from '../../model/known-sender.ts'
import { Register } from '../../model/register.ts'
import { operation } from '../operation.ts'
import { drawLimits, limitsOf } from './limits.ts'

/**
 * Connects a sender in the simulation. The first sender is the default, so it sends all e-mail of the
 * organization from then on.
 */
export const connectSender = operation({
  name: 'connect a sender',
  weight: 3,
  draw: (random) => ({ limits: drawLimits(random), isDefault: random.chance(0.5) }),
  run: async (simulation, { limits: drawn, isDefault }) => {
    const { model, demo } = simulation
    if (model.senders.length >= 3) return
    const name = model.nextName('sender')
    const limits = limitsOf(drawn)
    const since = simulation.clock.now()
    const ended = await simulation.call(`connect ${name} with ${JSON.stringify(limits)}`, (api) =>
      api.get(CreateSender).execute({
        organizationId: demo.organizationId,
        kind: 'smtp',
        name,
        email: `${name.replace(' ', '')}@sender.example.org`,
        replyTo: null,
        signature: null,
        smtp: {
          host: 'smtp.example.org',
          port: 587,
          tls: 'starttls',
          user: name,
          password: 'correct horse battery staple',
        },
        imap: null,
        dkimSelector: 'mail',
        limits,
        isDefault,
        by: service,
      }),
    )
    if (ended.kind !== 'answered') return
    const rampDays = new Map<string, string>()
    noteRamp(rampDays, limits, since)
    const resumptions = new Register<true>(model.moments, true)
    model.senders.push({
      id: ended.value,
      name,
      limits: new Register(model.moments, { ...limits, since }),
      rampDays,
      resumptions,
    })
  },
})
