import { audienceOfSegment } from '../../../../src/domain/spinner/audience.ts'
import { named, operation } from '../operation.ts'
import { changeDraft } from '../spinner/change-draft.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

/** Gives a simulated spinner the records of a segment as its audience, or new records again, and mostly publishes it. */
export const writeToSegment = operation({
  name: 'let a spinner write to a segment',
  weight: 3,
  needs: 'create a segment',
  draw: (random) => ({
    spinner: random.below(8),
    segment: random.below(6),
    isBack: random.chance(0.2),
    movesRecipients: random.chance(0.4),
    staysDraft: random.chance(0.2),
  }),
  run: async (simulation, { spinner: number, segment: of, isBack, movesRecipients, staysDraft }) => {
    const { model } = simulation
    const spinner = named(model.spinners, number)
    // A schedule over a segment would start a job with all of its records every day until the end of the run.
    if (spinner === null || spinner.starts.draft.possible().some((on) => on !== 'call')) return
    const segment = named(
      model.segments.filter(({ table }) => table === spinner.table),
      of,
    )
    if (segment === null) return
    const audience = isBack ? 'new' : audienceOfSegment(segment.id)
    const what = isBack ? 'write to new records' : `write to ${segment.name}`
    const settings = { ...spinner.settings, audience }
    const changed = await changeDraft(simulation, spinner, { what, steps: spinner.steps, settings })
    if (changed.kind !== 'answered' || staysDraft) return
    await publishDraft(simulation, spinner, { movesRecipients })
  },
})
