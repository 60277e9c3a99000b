import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

import type { Settings } from '../../model/known-settings.ts'
import type { KnownSpinner } from '../../model/model.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'

interface Draft {
  /** The change in the words of the log of a run. */
  readonly what: string
  readonly steps: readonly Step[]
  readonly settings: Settings
}

/** Stores the steps and settings of a simulated spinner's draft, as an editor does who saves all of it. */
export async function changeDraft(
  simulation: Simulation,
  spinner: KnownSpinner,
  { what, steps, settings }: Draft,
): Promise<Ended<unknown>> {
  const { demo, gates } = simulation
  const of = { organizationId: demo.organizationId, spinnerId: spinner.id, revision: null, by: service }
  const isAlone = !gates.areShared
  const ended = await simulation.call(`change ${spinner.name}: ${what}`, (api) =>
    api.get(Spinners).change(of, { ...of, changes: { ...settings, steps } }),
  )
  if (ended.kind === 'crashed' || !isAlone) spinner.isDraftCertain = false
  if (ended.kind !== 'answered') return ended
  if (isAlone) spinner.isDraftCertain = true
  spinner.steps = steps
  spinner.settings = settings
  return ended
}
