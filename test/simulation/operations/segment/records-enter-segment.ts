import type { KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { drawStop, heavyTailed } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { planCrash } from '../mail/message-in-doubt.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

const minute = 60
const day = 86_400
const cities = ['Berlin', 'Berlin', 'Paris', 'Rome']

/** The events that meet a spinner that starts on entries. */
const events = [
  'edit',
  'edit',
  'edit',
  'edit twice',
  'ingest',
  'delete records',
  'pause and resume',
  'change the segment',
  'publish again',
] as const

/**
 * Lets records of a table enter and leave the segment on whose entries a spinner starts. Runtimes end, or are held, while
 * they look at the records. Drawn one by one, these operations rarely concern one segment.
 */
export const recordsEnterSegment = operation({
  name: 'records enter a segment',
  weight: 4,
  isMeeting: true,
  isAlone: true,
  keepsTransit: true,
  draw: (random) => ({
    table: random.below(2),
    people: Array.from({ length: random.between(2, 6) }, () => random.below(peopleCount)),
    /** The condition: the city is Berlin, or a day that time passes. */
    where: random.pick([0, 0, 0, 2, 4, 11, 11]),
    againAfterDays: random.pick([-1, 0, 0, 2]),
    withinSeconds: random.pick([5, 5, 60, day]),
    existing: random.pick(['exclude', 'include']),
    rounds: Array.from({ length: random.between(2, 6) }, () => roundOf(random)),
  }),
  run: async (simulation, { table, people, where, rounds, ...starts }, others) => {
    const { model } = simulation
    await act(simulation, { operation: 'make a spinner', input: formOf(table) }, others)
    const spinner = model.spinners.at(-1)
    if (spinner === undefined) return
    await ingestRecords(simulation, spinner.table, people, { by: 'key', repeats: 0 })
    const of = { table: model.tables.indexOf(spinner.table), where }
    if (of.table >= 0) await act(simulation, { operation: 'create a segment', input: of }, others)
    const segments = model.segments.filter((one) => one.table === spinner.table)
    if (segments.length === 0) return
    const input = { ...starts, spinner: model.spinners.indexOf(spinner), segment: segments.length - 1 }
    await act(simulation, { operation: 'let a spinner start on entries', input }, others)
    for (const { seconds, stop, crash, ...round } of rounds) {
      planCrash(simulation, crash)
      await happen(simulation, spinner, round, others)
      await elapse(simulation, seconds, stop)
      planCrash(simulation, 0)
    }
    await simulation.transit.finish()
    await elapse(simulation, day + 5 * minute)
    simulation.isQuiet = true
  },
})

function roundOf(random: Random) {
  return {
    event: random.pick(events),
    thing: random.below(32),
    seconds: random.pick([0, 2, 10, 2 * minute, day]),
    stop: drawStop(random, 0.3),
    /** The gate at which the runtimes end during this round; 0 for none. */
    crash: random.chance(0.3) ? heavyTailed(random, 40) : 0,
  }
}

function formOf(table: number) {
  const settings = { audience: 'new', contact: 'oncePerRecord', window: 0, isExclusive: false }
  const steps = [{ kind: 'webhook', span: 0 }]
  return { table, ...settings, exits: 0, stopsEverywhere: false, steps, starts: 0 }
}

async function happen(
  simulation: Simulation,
  spinner: KnownSpinner,
  { event, thing }: Pick<ReturnType<typeof roundOf>, 'event' | 'thing'>,
  others: readonly Operation[],
): Promise<void> {
  const { model } = simulation
  const table = model.tables.indexOf(spinner.table)
  const number = model.spinners.indexOf(spinner)
  const segment = named(
    model.segments.filter((one) => one.table === spinner.table),
    thing,
  )
  const name = async (operationName: string, input: Parameters<typeof act>[1]['input']) =>
    act(simulation, { operation: operationName, input }, others)
  const edit = async (city: number) =>
    name('edit a record', {
      table,
      record: thing % 8,
      column: 'city',
      value: cities[city % cities.length] ?? '',
      somebody: 0,
      person: null,
    })
  switch (event) {
    case 'edit':
      await edit(thing)
      return
    case 'edit twice':
      await edit(thing)
      await edit(thing + 2)
      return
    case 'ingest':
      await ingestRecords(simulation, spinner.table, [thing, thing + 1], { by: 'key', repeats: 0 })
      return
    case 'delete records':
      await name('delete records', { table, records: [thing] })
      return
    case 'pause and resume':
      await name('pause a spinner', { spinner: number })
      await elapse(simulation, minute)
      await name('resume a spinner', { spinner: number })
      return
    case 'change the segment':
      if (segment !== null)
        await name('change a segment', { segment: model.segments.indexOf(segment), where: thing % 3 })
      return
    case 'publish again':
      await publishDraft(simulation, spinner, {})
  }
}
