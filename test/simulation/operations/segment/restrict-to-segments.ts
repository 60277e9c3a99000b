import { segmentOf } from '../../../../src/domain/spinner/audience.ts'
import { exitIntoSegment, exits, leftAudience } from '../../../../src/domain/spinner/exit.ts'
import type { Settings } from '../../model/known-settings.ts'
import { named, operation } from '../operation.ts'
import { changeDraft } from '../spinner/change-draft.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

/** Lets a simulated spinner exclude a segment, or stop recipients that enter a segment or leave its audience. */
export const restrictToSegments = operation({
  name: 'let a spinner leave out a segment',
  weight: 5,
  needs: 'create a segment',
  draw: (random) => ({
    spinner: random.below(8),
    segment: random.below(6),
    as: random.pick(['exclusion', 'exclusion', 'exit', 'exit', 'leftAudience', 'none']),
    movesRecipients: random.chance(0.5),
  }),
  run: async (simulation, { spinner: number, segment: of, as, movesRecipients }) => {
    const { model } = simulation
    const spinner = named(model.spinners, number)
    const segment = named(
      model.segments.filter(({ table }) => table === spinner?.table),
      of,
    )
    if (spinner === null || segment === null) return
    const { settings, steps } = spinner
    if (as === 'leftAudience' && segmentOf(settings.audience) === null) return
    const what = as === 'none' ? 'no segments left out' : `${as} ${segment.name}`
    const changed = await changeDraft(simulation, spinner, {
      what,
      steps,
      settings: restricted(settings, as, segment.id),
    })
    if (changed.kind !== 'answered') return
    await publishDraft(simulation, spinner, { movesRecipients })
  },
})

function restricted(settings: Settings, as: string, segmentId: string): Settings {
  switch (as) {
    case 'exclusion':
      return { ...settings, exclude: { segmentIds: [segmentId] } }
    case 'exit':
      return { ...settings, exits: withExit(settings, exitIntoSegment(segmentId)) }
    case 'leftAudience':
      return { ...settings, exits: withExit(settings, leftAudience) }
    default:
      return { ...settings, exclude: null, exits: exits.filter((exit) => settings.exits.includes(exit)) }
  }
}

function withExit({ exits: chosen }: Settings, exit: Settings['exits'][number]): Settings['exits'] {
  return [...new Set([...chosen, exit])]
}
