import { service } from '../../../../src/domain/account/audit/actor.ts'
import { audienceFor, audienceOfSegment } from '../../../../src/domain/spinner/audience.ts'
import type { Starts } from '../../../../src/domain/spinner/starts.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'
import { named, operation } from '../operation.ts'
import { changeDraft } from '../spinner/change-draft.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

const onRecords: Starts = { on: 'records', withinSeconds: 60 }

/** Gives a simulated spinner the records of a segment as its audience, or new records again, and mostly publishes it. */
export const writeToSegment = operation({
  name: 'let a spinner write to a segment',
  weight: 3,
  needs: 'create a segment',
  draw: (random) => ({
    spinner: random.below(8),
    segment: random.below(6),
    isBack: random.chance(0.2),
    startsOnRecords: random.chance(0.4),
    movesRecipients: random.chance(0.4),
    staysDraft: random.chance(0.2),
  }),
  run: async (
    simulation,
    { spinner: number, segment: of, isBack, startsOnRecords, movesRecipients, staysDraft },
  ) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null) return
    if (startsOnRecords && spinner.settings.audience === 'new') {
      const order = {
        organizationId: demo.organizationId,
        spinnerId: spinner.id,
        revision: null,
        by: service,
      }
      await spinner.starts.draft.set('records', () =>
        simulation.call(`let ${spinner.name} start on records`, (api) =>
          api.get(Spinners).change(order, { ...order, changes: { starts: onRecords } }),
        ),
      )
    }
    const [on, ...others] = spinner.starts.draft.possible()
    // A schedule over a segment would start a job with all of its records every day until the end of the run.
    if (others.length > 0 || (on !== 'call' && on !== 'records')) return
    const segment = named(
      model.segments.filter(({ table }) => table === spinner.table),
      of,
    )
    if (segment === null) return
    const audience = isBack ? 'new' : audienceFor(audienceOfSegment(segment.id), { on })
    const what = isBack ? 'write to new records' : `write to ${segment.name}`
    const settings = { ...spinner.settings, audience }
    const changed = await changeDraft(simulation, spinner, { what, steps: spinner.steps, settings })
    if (changed.kind !== 'answered' || staysDraft) return
    await publishDraft(simulation, spinner, { movesRecipients })
  },
})
