import type { Step } from '../../../../src/domain/spinner/step.ts'
import { CreateSpinner } from '../../../../src/use-cases/spinner/create-spinner.ts'
import { named, operation } from '../operation.ts'
import { publishDraft } from './publish.ts'
import { kinds, stepOf } from './steps.ts'

export const makeSpinner = operation({
  name: 'make a spinner',
  weight: 2,
  draw: (random) => ({
    table: random.below(6),
    audience: random.pick(['new', 'new', 'all']),
    contact: random.pick(['oncePerPerson', 'oncePerPerson', 'oncePerRecord']),
    steps: Array.from({ length: random.between(1, 4) }, () => ({
      kind: random.pick(kinds),
      span: random.below(8),
    })),
  }),
  run: async (simulation, { table: number, audience, contact, steps: drawn }) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    if (table === null || model.spinners.length >= 4) return
    const name = `spinner ${model.spinners.length + 1}`
    const steps: Step[] = drawn.map(({ kind, span }) => stepOf(kind, name, model.nextStep(), span))
    const [row] = await simulation.rows<{ id: string }>('select id from projects order by id')
    const order = {
      organizationId: demo.organizationId,
      projectId: row?.id ?? '',
      dataTableId: table.id,
      name,
      audience: audience === 'all' ? ('all' as const) : ('new' as const),
      contact: contact === 'oncePerPerson' ? ('oncePerPerson' as const) : ('oncePerRecord' as const),
      exclusive: false,
      exits: [],
      steps,
    }
    const kindsOf = steps.map(({ type }) => type).join(', ')
    const words = `make ${name} over ${table.name}, ${audience}, ${contact}: ${kindsOf}`
    const made = await simulation.call(words, (api) => api.get(CreateSpinner).execute(order))
    if (made.kind !== 'answered') return
    const spinner = { id: made.value, name, table, contact: order.contact, steps, isPublished: false }
    model.spinners.push(spinner)
    await publishDraft(simulation, spinner, false)
  },
})
