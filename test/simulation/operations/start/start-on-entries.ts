import { service } from '../../../../src/domain/account/audit/actor.ts'
import { segmentOf } from '../../../../src/domain/spinner/audience.ts'
import type { Starts } from '../../../../src/domain/spinner/starts.ts'
import { Spinners } from '../../../../src/use-cases/spinner/spinners.ts'
import { named, operation } from '../operation.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

/** Lets a simulated spinner start for records that enter a segment of its table, and publishes it. */
export const startOnEntries = operation({
  name: 'let a spinner start on entries',
  weight: 5,
  needs: 'create a segment',
  draw: (random) => ({
    spinner: random.below(8),
    segment: random.below(6),
    /** The days after which a record starts again; -1 for never, 0 for each entry. */
    againAfterDays: random.pick([-1, -1, 0, 0, 2]),
    withinSeconds: random.pick([5, 60, 86_400]),
    existing: random.pick([null, 'exclude', 'exclude', 'include']),
  }),
  run: async (
    simulation,
    { spinner: number, segment: of, againAfterDays: days, withinSeconds, existing: drawn },
  ) => {
    const { model, demo } = simulation
    const spinner = named(model.spinners, number)
    const segment = named(
      model.segments.filter(({ table }) => table === spinner?.table),
      of,
    )
    if (spinner === null || segment === null || segmentOf(spinner.settings.audience) !== null) return
    const again = days < 0 ? 'never' : 'eachEntry'
    const after = days > 0 ? { againAfterDays: days } : {}
    const starts: Starts = { on: 'segment', segmentId: segment.id, again, ...after, withinSeconds }
    const order = { organizationId: demo.organizationId, spinnerId: spinner.id, revision: null, by: service }
    const words = `let ${spinner.name} start on entries into ${segment.name}, again ${again}`
    const changed = await spinner.starts.draft.set(starts.on, () =>
      simulation.call(words, (api) => api.get(Spinners).change(order, { ...order, changes: { starts } })),
    )
    if (changed.kind !== 'answered') return
    await publishDraft(simulation, spinner, {
      existing: drawn === 'include' || drawn === 'exclude' ? drawn : null,
    })
  },
})
