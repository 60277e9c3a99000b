import { addressOf, peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import { hashOf } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { drawStop } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { recordEntries } from '../bin/bin-entries.ts'
import { restoreEntry } from '../bin/restore-records.ts'
import { startJob } from '../job/trigger.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { moveRecordsToBin } from '../record/delete-records.ts'

const minute = 60
const day = 86_400

/** The events of a person before the erasure. */
const events = [
  'job',
  'job held',
  'job held',
  'suppress',
  'suppress',
  'edit',
  'edit',
  'delete',
  'match',
  'retry',
] as const

/**
 * Changes of a record that go on for as long as the erasure. An erasure then finds the record locked by one of them.
 */
const edits = Array.from({ length: 10 }, (_, nth) => (nth % 2 === 0 ? 'edit' : 'edit back'))

/** The events that may happen during the erasure. */
const meetings = [[], [], edits, edits, ['delete'], ['delete', 'restore']]

/**
 * Erases a person who is a record of a spinner's table, after some events that leave copies of the person. Then the person
 * may become a record again, and the spinner starts. Drawn one by one, these operations rarely concern one person.
 */
export const erasedReturns = operation({
  name: 'an erased person returns',
  weight: 2,
  isMeeting: true,
  isAlone: true,
  draw: (random) => ({
    spinner: random.below(8),
    person: random.below(peopleCount),
    before: Array.from({ length: random.between(1, 4) }, () => random.pick(events)),
    /** The events that happen at the same time as the erasure. */
    meanwhile: random.pick(meetings),
    order: random.below(1_000_000),
    /** The number of records as which the person returns. */
    returning: random.pick([0, 0, 1, 1, 2]),
    /** The work after the start of a job that is not left to its end, so that the erasure meets messages in transit. */
    work: { entries: random.between(1, 3), order: random.below(1_000_000), stop: drawStop(random, 0.6) },
    seconds: random.pick([minute, day, 4 * day]),
  }),
  run: async (
    simulation,
    { spinner: number, person, before, meanwhile, order, work, returning, seconds },
    others,
  ) => {
    const { model } = simulation
    const spinner = named(model.spinners, number)
    if (spinner === null || spinner.table.bin.mayBeInBin) return
    const { table } = spinner
    const start = () =>
      startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
    const arrive = () => ingestRecords(simulation, table, [person], { by: 'key', repeats: 0 })
    await arrive()
    const of = { person, table: model.tables.indexOf(table), others }
    for (const event of before) {
      if (event === 'job' && (await start()) !== null) await elapse(simulation, minute)
      else if (event === 'job held' && (await start()) !== null)
        await act(simulation, { operation: 'work', input: work }, others)
      else await happen(simulation, event, of)
    }
    if (simulation.transit.isEmpty) model.settlePeople()
    let decided = 0
    await simulation.gates.together(
      [
        () => act(simulation, { operation: 'erase a person', input: { person, isLead: false } }, others),
        async () => {
          for (const event of meanwhile) await happen(simulation, event, of)
        },
      ],
      (count) => hashOf('order', order, decided++) % count,
    )
    await simulation.transit.finish()
    for (let record = 0; record < returning; record++) await arrive()
    if (returning > 0) await start()
    await elapse(simulation, seconds)
    simulation.isQuiet = true
  },
})

interface OfPerson {
  readonly person: number
  /** The number of the table that has the record. */
  readonly table: number
  readonly others: readonly Operation[]
}

async function happen(
  simulation: Simulation,
  event: string,
  { person, table: number, others }: OfPerson,
): Promise<void> {
  const { model } = simulation
  const table = named(model.tables, number)
  if (table === null) return
  const refs = model.records.of(addressOf(person)).filter((ref) => table.acknowledged.has(ref))
  const input = {
    edit: { table: number, record: [...table.acknowledged].indexOf(refs.at(-1) ?? ''), person: null },
    match: { table: number, onMatch: 'update', merges: true, column: person % 2 === 0 ? 'email' : 'ref' },
    suppress: { person, reason: 'unsubscribed' },
    retry: { job: model.jobs.length - 1, code: -1, version: 'current' },
  }
  switch (event) {
    case 'edit':
    case 'edit back': {
      const value = { column: 'city', value: event === 'edit' ? 'Rome' : 'Paris', somebody: 0 }
      if (input.edit.record < 0) return
      return await act(simulation, { operation: 'edit a record', input: { ...input.edit, ...value } }, others)
    }
    case 'delete':
      await moveRecordsToBin(simulation, table, refs.slice(-1))
      return
    case 'match':
      await act(simulation, { operation: 'change the match columns', input: input.match }, others)
      if (!simulation.gates.areShared) await elapse(simulation, 10)
      return
    case 'restore':
      for (const entry of (await recordEntries(simulation)).slice(-1)) await restoreEntry(simulation, entry)
      return
    case 'suppress':
      return await act(simulation, { operation: 'suppress a person', input: input.suppress }, others)
    case 'retry':
      return await act(simulation, { operation: 'retry failed recipients', input: input.retry }, others)
    default:
  }
}
