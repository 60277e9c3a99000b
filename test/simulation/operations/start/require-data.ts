import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

import { startJob } from '../job/trigger.ts'
import { named, operation } from '../operation.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

/**
 * Changes a simulated spinner so that its messages need data that only a trigger request can give. Automatic
 * starts of it are then refused. Triggers the spinner without the data and with it.
 */
export const requireData = operation({
  name: 'require data of the trigger',
  weight: 1,
  draw: (random) => ({ spinner: random.below(8), movesRecipients: random.chance(0.5) }),
  run: async (simulation, { spinner: number, movesRecipients }) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null) return
    const steps = spinner.steps.map((step) =>
      step.type === 'email' ? { ...step, text: 'About {{ trigger.topic }}' } : step,
    )
    const of = { organizationId: demo.organizationId, spinnerId: spinner.id, revision: null, by: service }
    const changes = { steps, triggerData: [{ name: 'topic', type: 'text', isRequired: true }] } as const
    const changed = await simulation.call(`let ${spinner.name} require a topic of its trigger`, (api) =>
      api.get(Spinners).change(of, { ...of, changes }),
    )
    if (changed.kind !== 'answered') return
    spinner.steps = steps
    await publishDraft(simulation, spinner, { movesRecipients })
    for (const data of [null, { topic: 'Offer' }])
      await startJob(simulation, spinner, {
        audience: { kind: 'spinner' },
        scheduledAt: null,
        key: null,
        data,
      })
  },
})
