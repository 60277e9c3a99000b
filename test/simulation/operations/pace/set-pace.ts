import type { SpinnerPace } from '../../../../src/domain/spinner/spinner-pace.ts'
import { named, operation } from '../operation.ts'
import { changeDraft } from '../spinner/change-draft.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

/** The paces from which the simulator draws. They are small, so that the few people of a run wait for days. */
const paces: readonly (SpinnerPace | null)[] = [
  null,
  { maxNewPerDay: 1 },
  { maxNewPerDay: 2 },
  { maxPerDay: 1 },
  { maxPerDay: 3 },
  { maxNewPerDay: 1, maxPerDay: 2 },
]

export const paceCount = paces.length

/** Sets, changes or removes the pace of a simulated spinner and publishes it. */
export const setPace = operation({
  name: 'set the pace of a spinner',
  weight: 3,
  draw: (random) => ({
    spinner: random.below(8),
    pace: random.below(paceCount),
    movesRecipients: random.chance(0.4),
  }),
  run: async (simulation, { spinner: number, pace: drawn, movesRecipients }) => {
    const spinner = named(simulation.model.spinners, number)
    if (spinner === null) return
    const pace = paces[drawn] ?? null
    const what = pace === null ? 'no pace' : `pace ${JSON.stringify(pace)}`
    const settings = { ...spinner.settings, pace }
    const changed = await changeDraft(simulation, spinner, { what, steps: spinner.steps, settings })
    if (changed.kind === 'answered') await publishDraft(simulation, spinner, { movesRecipients })
  },
})
