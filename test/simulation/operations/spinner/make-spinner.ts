import { service } from '../../../../src/domain/account/audit/actor.ts'
import type { Starts } from '../../../../src/domain/spinner/starts.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { CreateSpinner } from '../../../../src/use-cases/spinner/create-spinner.ts'
import { BinPresence } from '../../model/bin-presence.ts'
import { KnownStarts } from '../../model/known-starts.ts'
import type { KnownSpinner, Model } from '../../model/model.ts'
import { KnownPace } from '../../model/sender/known-pace.ts'
import { named, operation } from '../operation.ts'
import { branches } from '../start/change-starts.ts'
import { publishDraft } from './publish-draft.ts'
import { drawSettings, settingsOf, wordsOfSettings } from './settings.ts'
import { asNamed, kindFor, kinds, stepOf } from './steps.ts'

/** The numbers of stored spinners from which on the simulator makes none, so that a run stays short. */
const maxSpinners = { alone: 4, withinMeeting: 12 }

export const makeSpinner = operation({
  name: 'make a spinner',
  weight: 2,
  draw: (random) => ({
    table: random.below(6),
    /** Whether the spinner is made over a table to which sources deliver leads, if there is one. */
    isOverDoor: random.chance(0.25),
    ...drawSettings(random),
    steps: Array.from({ length: random.between(1, 5) }, (_, nth) => ({
      kind: nth === 0 && random.chance(0.5) ? 'email' : random.pick(kinds),
      span: random.below(8),
    })),
    /** The number of the way in which the spinner starts by itself, from 1; 0 for calls alone, as most spinners. */
    starts: random.pick([0, 0, 0, 1, 1, 2, 3]),
    /** Whether the operation is drawn alone. An operation that plays a meeting needs a spinner of its own form. */
    isAlone: true,
  }),
  run: async (
    simulation,
    { table: number, isOverDoor, steps: drawn, starts: way, isAlone, ...drawnSettings },
  ) => {
    const { model, demo } = simulation
    const door = isOverDoor ? named(model.doors, number) : null
    const table = door?.table ?? named(model.tables, number)
    const stored = model.spinners.filter(({ bin }) => bin.mustBeStored(simulation.clock.now()))
    if (table === null || stored.length >= (isAlone ? maxSpinners.alone : maxSpinners.withinMeeting)) return
    const name = model.nextName('spinner')
    const steps: Step[] = drawn.map(({ kind, span }) =>
      asNamed(table, stepOf(kindFor(table, kind), name, model.nextStep(), span)),
    )
    const settings = settingsOf(drawnSettings)
    const order = {
      organizationId: demo.organizationId,
      projectId: table.projectId,
      dataTableId: table.id,
      name,
      steps,
      by: service,
    }
    const onCall: Starts = { on: 'call' }
    const drawnStarts = branches[way - 1] ?? onCall
    const starts = settings.audience === 'all' ? onCall : drawnStarts
    const kindsOf = steps.map(({ type }) => type).join(', ')
    const words = `make ${name} over ${table.name}, ${wordsOfSettings(settings)}${starts.on === 'call' ? '' : `, starts on ${starts.on}`}: ${kindsOf}`
    const knownStarts = new KnownStarts(model.moments)
    const made = await knownStarts.draft.set(starts.on, () =>
      simulation.call(words, (api) => api.get(CreateSpinner).execute({ ...order, ...settings, starts })),
    )
    if (made.kind !== 'answered') return
    const spinner = newSpinner(model, { id: made.value, name, table, steps, settings, starts: knownStarts })
    model.spinners.push(spinner)
    await publishDraft(simulation, spinner, {})
  },
})

/** Returns a spinner of the model that was never published, whose draft is certain. */
export function newSpinner(
  { moments }: Model,
  draft: Pick<KnownSpinner, 'id' | 'name' | 'table' | 'steps' | 'settings' | 'starts'>,
): KnownSpinner {
  return {
    ...draft,
    isDraftCertain: true,
    versions: [],
    publishedSteps: null,
    pace: new KnownPace(moments),
    bin: new BinPresence(moments),
  }
}
