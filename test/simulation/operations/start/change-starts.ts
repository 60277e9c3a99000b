import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Starts } from '../../../../src/domain/spinner/starts.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'

import { named, operation } from '../operation.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

/** The ways in which the spinners of the simulator start. */
export const branches: readonly Starts[] = [
  { on: 'records', withinSeconds: 60 },
  { on: 'records', withinSeconds: 86_400 },
  { on: 'schedule', cron: '0 9 * * *', timeZone: 'Europe/Berlin' },
  { on: 'call' },
]

/** Changes how a simulated spinner starts and publishes it, mostly without a choice about the existing records. */
export const changeStarts = operation({
  name: 'change how a spinner starts',
  weight: 2,
  draw: (random) => ({
    spinner: random.below(8),
    starts: random.pick([0, 0, 1, 2, 3]),
    existing: random.pick([null, null, null, 'include', 'exclude']),
  }),
  run: async (simulation, { spinner: number, starts: way, existing: drawn }) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    const starts = branches[way]
    // A schedule over all records, or a segment, would start a job with all of them every day until the end of the run.
    if (spinner === null || starts === undefined || spinner.settings.audience !== 'new') return
    const of = { organizationId: demo.organizationId, spinnerId: spinner.id, revision: null, by: service }
    const changed = await spinner.starts.draft.set(starts.on, () =>
      simulation.call(`let ${spinner.name} start on ${starts.on}`, (api) =>
        api.get(Spinners).change(of, { ...of, changes: { starts } }),
      ),
    )
    if (changed.kind !== 'answered') return
    const isChoice = starts.on === 'records' && (drawn === 'include' || drawn === 'exclude')
    await publishDraft(simulation, spinner, { existing: isChoice ? drawn : null })
  },
})
