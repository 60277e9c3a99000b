import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import type { Settings } from '../../model/known-settings.ts'
import type { KnownSpinner } from '../../model/model.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { changeDraft } from './change-draft.ts'
import { publishDraft } from './publish-draft.ts'
import { drawSettings, settingsOf, wordsOfSettings } from './settings.ts'
import { asNamed, kindFor, kinds, stepOf } from './steps.ts'

const maxSteps = 6

const names = ['audience', 'contact', 'isExclusive', 'exits', 'reply', 'sendWindow'] as const

export const publish = operation({
  name: 'publish a change',
  weight: 6,
  draw: (random) => ({
    spinner: random.below(8),
    edit: random.pick(['text', 'insert', 'append', 'remove', 'swap', 'wait', ...names]),
    settings: drawSettings(random),
    at: random.below(8),
    kind: random.pick(kinds),
    span: random.below(8),
    movesRecipients: random.chance(0.6),
    /** Whether the simulated edit stays in the spinner's draft until a later operation publishes it. */
    staysDraft: random.chance(0.3),
  }),
  run: async (simulation, { spinner: number, movesRecipients, staysDraft, settings: drawn, ...edit }) => {
    const spinner = named(simulation.model.spinners, number)
    if (spinner === null) return
    const steps = edited(simulation, spinner, edit)
    if (steps.length === 0) return
    const settings = changedSettings(spinner, edit.edit, settingsOf(drawn))
    const isSetting = settings !== spinner.settings
    const what = isSetting
      ? `${edit.edit}, so that it is ${wordsOfSettings(settings)}`
      : `${edit.edit} at ${edit.at}`
    const changed = await changeDraft(simulation, spinner, { what, steps, settings })
    if (changed.kind !== 'answered') return
    if (staysDraft) return
    await publishDraft(simulation, spinner, { movesRecipients })
  },
})

/** Returns the settings of a spinner's draft after one of them was edited; the same object if the edit is another one. */
function changedSettings({ settings, starts }: KnownSpinner, edit: string, drawn: Settings): Settings {
  const name = names.find((one) => one === edit)
  // A spinner over all records does not start on records; with a schedule it would start with all of them each day.
  const isCalled = starts.draft.possible().every((on) => on === 'call')
  if (name === undefined || (name === 'audience' && !isCalled)) return settings
  return { ...settings, [name]: drawn[name] }
}

interface Edit {
  readonly edit: string
  readonly at: number
  readonly kind: string
  readonly span: number
}

/** Returns the steps of a spinner's draft after a simulated edit. */
function edited(simulation: Simulation, spinner: KnownSpinner, { edit, at, kind, span }: Edit): Step[] {
  const steps = [...spinner.steps]
  const place = at % Math.max(steps.length, 1)
  const added = () => stepOf(kindFor(spinner.table, kind), spinner.name, simulation.model.nextStep(), span)
  const step = steps[place]
  if (edit === 'insert' && steps.length < maxSteps) steps.splice(place, 0, added())
  else if (edit === 'append' && steps.length < maxSteps) steps.push(added())
  else if (edit === 'remove') steps.splice(place, 1)
  else if (edit === 'swap') steps.push(...steps.splice(place, 1))
  else if (step?.type === 'email') steps[place] = { ...step, text: `Hello again {{ name }}, ${at}` }
  else if (step?.type === 'wait') steps[place] = { ...step, seconds: 60 * (span + 1) }
  return steps.map((one) => asNamed(spinner.table, one))
}
