import { goalReached } from '../../../../src/domain/spinner/exit.ts'
import type { Goal } from '../../../../src/domain/spinner/goal.ts'
import type { Settings } from '../../model/known-settings.ts'
import { named, operation } from '../operation.ts'
import { changeDraft } from './change-draft.ts'
import { publishDraft } from './publish-draft.ts'

/** Gives a simulated spinner a goal, with or without a holdout and the exit of those who reach it, and publishes it. */
export const setGoal = operation({
  name: 'give a spinner a goal',
  weight: 4,
  needs: 'create a segment',
  draw: (random) => ({
    spinner: random.below(8),
    segment: random.below(6),
    kind: random.pick(['segment', 'segment', 'segment', 'reply', 'none']),
    withinDays: random.pick([1, 14, 365]),
    holdoutPercent: random.pick([0, 0, 0, 50]),
    stops: random.chance(0.4),
    movesRecipients: random.chance(0.4),
  }),
  run: async (simulation, { spinner: number, segment: of, kind, stops, movesRecipients, ...drawn }) => {
    const { model } = simulation
    const spinner = named(model.spinners, number)
    const segment = named(
      model.segments.filter(({ table }) => table === spinner?.table),
      of,
    )
    if (spinner === null || (kind === 'segment' && segment === null)) return
    const goal = goalOf(kind, segment?.id ?? '', drawn)
    const others = spinner.settings.exits.filter((exit) => exit !== goalReached)
    const exits: Settings['exits'] = kind === 'segment' && stops ? [...others, goalReached] : others
    const settings = { ...spinner.settings, goal, exits }
    const what = goal === null ? 'no goal' : `goal ${JSON.stringify(goal)}${stops ? ', which stops' : ''}`
    const changed = await changeDraft(simulation, spinner, { what, steps: spinner.steps, settings })
    if (changed.kind === 'answered') await publishDraft(simulation, spinner, { movesRecipients })
  },
})

function goalOf(
  kind: string,
  segmentId: string,
  { withinDays, holdoutPercent }: { readonly withinDays: number; readonly holdoutPercent: number },
): Goal | null {
  if (kind === 'none') return null
  if (kind === 'reply') return { event: 'message.replied', withinDays }
  return { segmentId, withinDays, ...(holdoutPercent === 0 ? {} : { holdoutPercent }) }
}
