import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Exit } from '../../../../src/domain/spinner/exit.ts'
import type { SendWindow } from '../../../../src/domain/spinner/send-window.ts'
import type { Starts } from '../../../../src/domain/spinner/starts.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { CreateSpinner } from '../../../../src/use-cases/spinner/create-spinner.ts'
import { BinPresence } from '../../model/bin-presence.ts'
import { KnownStarts } from '../../model/known-starts.ts'
import { named, operation } from '../operation.ts'
import { ways } from '../start/change-starts.ts'
import { publishDraft } from './publish-draft.ts'
import { asNamed, kinds, stepOf } from './steps.ts'

/**
 * The send windows from which the simulator draws for new spinners. Most spinners get none, so they write at
 * any time.
 */
const windows: readonly (SendWindow | null)[] = [
  null,
  null,
  null,
  null,
  { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: {} },
  { days: [6, 7], from: '00:00', to: '24:00', zone: {} },
]

/** The exits from which the simulator draws for new spinners. A reply, a bounce or an unsubscribe stops a recipient. */
const exits: readonly (readonly Exit[])[] = [
  [],
  ['reply', 'bounce', 'unsubscribe', 'autoReply:hold'],
  ['reply', 'bounce', 'unsubscribe'],
  ['unsubscribe'],
]

export const makeSpinner = operation({
  name: 'make a spinner',
  weight: 2,
  draw: (random) => ({
    table: random.below(6),
    audience: random.pick(['new', 'new', 'all']),
    contact: random.pick(['oncePerPerson', 'oncePerPerson', 'oncePerRecord']),
    window: random.below(windows.length),
    exclusive: random.chance(0.35),
    steps: Array.from({ length: random.between(1, 5) }, (_, nth) => ({
      kind: nth === 0 && random.chance(0.5) ? 'email' : random.pick(kinds),
      span: random.below(8),
    })),
    exits: random.pick([0, 1, 1, 2, 3]),
    stopsEverywhere: random.chance(0.7),
    /** The number of the way in which the spinner starts by itself, from 1; 0 for calls alone, as most spinners. */
    starts: random.pick([0, 0, 0, 1, 1, 2, 3]),
  }),
  run: async (
    simulation,
    {
      table: number,
      audience,
      contact,
      window,
      exclusive,
      steps: drawn,
      exits: of,
      stopsEverywhere,
      starts: way,
    },
  ) => {
    const { model, demo } = simulation
    const table = named(model.tables, number)
    const stored = model.spinners.filter(({ bin }) => bin.mustBeStored(simulation.clock.now()))
    if (table === null || stored.length >= 4) return
    const name = model.nextName('spinner')
    const steps: Step[] = drawn.map(({ kind, span }) =>
      asNamed(table, stepOf(kind, name, model.nextStep(), span)),
    )
    const order = {
      organizationId: demo.organizationId,
      projectId: table.projectId,
      dataTableId: table.id,
      name,
      audience: audience === 'all' ? ('all' as const) : ('new' as const),
      contact: contact === 'oncePerPerson' ? ('oncePerPerson' as const) : ('oncePerRecord' as const),
      exclusive,
      exits: exits[of] ?? [],
      reply: { scope: stopsEverywhere ? ('everywhere' as const) : ('spinner' as const) },
      sendWindow: windows[window] ?? null,
      steps,
      by: service,
    }
    const onCall: Starts = { on: 'call' }
    const drawnStarts = ways[way - 1] ?? onCall
    const starts = order.audience === 'all' ? onCall : drawnStarts
    const { sendWindow } = order
    const kindsOf = steps.map(({ type }) => type).join(', ')
    const words = `make ${name} over ${table.name}, ${audience}, ${contact}${exclusive ? ', exclusive' : ''}${starts.on === 'call' ? '' : `, starts on ${starts.on}`}${sendWindow === null ? '' : `, days ${sendWindow.days.join()} ${sendWindow.from}-${sendWindow.to}`}: ${kindsOf}`
    const knownStarts = new KnownStarts(model.moments)
    const made = await knownStarts.draft.set(starts.on, () =>
      simulation.call(words, (api) => api.get(CreateSpinner).execute({ ...order, starts })),
    )
    if (made.kind !== 'answered') return
    const spinner = {
      ...order,
      id: made.value,
      table,
      publishedSteps: null,
      starts: knownStarts,
      bin: new BinPresence(model.moments),
    }
    model.spinners.push(spinner)
    await publishDraft(simulation, spinner, {})
  },
})
