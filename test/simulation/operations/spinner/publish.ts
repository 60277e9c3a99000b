import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { ChangeSpinner } from '../../../../src/use-cases/spinner/change-spinner.ts'
import type { KnownSpinner } from '../../model/model.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'
import { publishDraft } from './publish-draft.ts'
import { asNamed, kinds, stepOf } from './steps.ts'

const mostSteps = 6

export const publish = operation({
  name: 'publish a change',
  weight: 6,
  draw: (random) => ({
    spinner: random.below(8),
    edit: random.pick(['text', 'insert', 'append', 'remove', 'swap', 'wait']),
    at: random.below(8),
    kind: random.pick(kinds),
    span: random.below(8),
    takesAlong: random.chance(0.6),
    /** Whether the simulated edit stays in the spinner's draft until a later operation publishes it. */
    staysDraft: random.chance(0.3),
  }),
  run: async (simulation, { spinner: number, takesAlong, staysDraft, ...edit }) => {
    const spinner = named(simulation.model.spinners, number)
    if (spinner === null) return
    const steps = edited(simulation, spinner, edit)
    if (steps.length === 0) return
    const changed = await simulation.call(`change ${spinner.name}: ${edit.edit} at ${edit.at}`, (api) =>
      api.get(ChangeSpinner).execute({
        organizationId: simulation.demo.organizationId,
        spinnerId: spinner.id,
        changes: { steps },
        revision: null,
        by: service,
      }),
    )
    if (changed.kind !== 'answered') return
    spinner.steps = steps
    if (staysDraft) return
    await publishDraft(simulation, spinner, { takesAlong })
  },
})

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
  const added = () => stepOf(kind, spinner.name, simulation.model.nextStep(), span)
  const step = steps[place]
  if (edit === 'insert' && steps.length < mostSteps) steps.splice(place, 0, added())
  else if (edit === 'append' && steps.length < mostSteps) steps.push(added())
  else if (edit === 'remove') steps.splice(place, 1)
  else if (edit === 'swap') steps.push(...steps.splice(place, 1))
  else if (step?.type === 'email') steps[place] = { ...step, text: `Hello again {{ name }}, ${at}` }
  else if (step?.type === 'wait') steps[place] = { ...step, seconds: 60 * (span + 1) }
  return steps.map((one) => asNamed(spinner.table, one))
}
