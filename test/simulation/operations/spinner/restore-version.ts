import { service } from '../../../../src/domain/account/audit/actor.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

import { named, operation } from '../operation.ts'
import { publishDraft } from './publish-draft.ts'

/** Makes a former version of a simulated spinner its draft again, and mostly publishes it. */
export const restoreVersion = operation({
  name: 'restore a version',
  weight: 2,
  needs: 'publish a change',
  draw: (random) => ({
    spinner: random.below(8),
    version: random.below(6),
    movesRecipients: random.chance(0.6),
    staysDraft: random.chance(0.3),
  }),
  run: async (simulation, { spinner: number, version: of, movesRecipients, staysDraft }) => {
    const { model, demo, gates } = simulation
    const spinner = named(model.spinners, number)
    const version = spinner && named(spinner.versions, of)
    if (spinner === null || version === null) return
    const isAlone = !gates.areShared
    const { id, name, starts } = spinner
    const order = { organizationId: demo.organizationId, spinnerId: id, version: version.number }
    const restored = await starts.draft.set(version.startsOn, () =>
      simulation.call(`restore version ${version.number} of ${name}`, (api) =>
        api.get(Spinners).restoreVersion({ ...order, by: service }, { ...order, revision: null }),
      ),
    )
    if (restored.kind === 'crashed' || !isAlone) spinner.isDraftCertain = false
    if (restored.kind !== 'answered') return
    if (isAlone) spinner.isDraftCertain = true
    spinner.steps = version.steps
    spinner.settings = version.settings
    if (staysDraft) return
    await publishDraft(simulation, spinner, { movesRecipients })
  },
})
