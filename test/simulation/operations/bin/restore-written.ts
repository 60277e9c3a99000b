import type { KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Simulation } from '../../run/simulation.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { named, operation } from '../operation.ts'
import { moveRecordsToBin } from '../record/delete-records.ts'
import { recordEntries } from './bin-entries.ts'
import { restoreEntry } from './restore-records.ts'

const minute = 60
const day = 86_400

/**
 * Deletes records whose people a simulated spinner has written to, restores them, and starts the spinner again. The
 * service must still know whom it has written to. Drawn one by one, these operations rarely name the same records.
 */
export const restoreWritten = operation({
  name: 'restore records that were written to',
  weight: 2,
  isAlone: true,
  draw: (random) => ({
    spinner: random.below(8),
    /** The people who become records first if the spinner has written to nobody yet. */
    arriving: Array.from({ length: random.between(1, 2) }, () => random.below(peopleCount)),
    records: Array.from({ length: random.between(1, 3) }, () => random.below(16)),
    /** The number of seconds for which the records are in the bin. */
    seconds: random.pick([0, minute, day, 20 * day]),
    /** Whether the second job names the restored records; otherwise the spinner decides on its recipients. */
    isNamed: random.chance(0.6),
  }),
  run: async (simulation, { spinner: number, arriving, records: numbers, seconds, isNamed }) => {
    const possible = await openSpinners(simulation)
    const spinner = named(possible, number)
    if (spinner === null) return
    const { table } = spinner
    if (writtenTo(simulation, spinner).length === 0) {
      await ingestRecords(simulation, table, arriving, { by: 'key', repeats: 0 })
      await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
      await elapse(simulation, minute)
    }
    const written = writtenTo(simulation, spinner)
    const refs = new Set(numbers.flatMap((one) => named(written, one) ?? []))
    const ids = await moveRecordsToBin(simulation, table, [...refs])
    if (ids.length === 0) return
    if (seconds > 0) await elapse(simulation, seconds)
    for (const entry of await recordEntries(simulation))
      if (entry.records.some(({ id }) => ids.includes(id))) await restoreEntry(simulation, entry)
    const audience = isNamed ? ({ kind: 'recordIds', ids } as const) : ({ kind: 'spinner' } as const)
    await startJob(simulation, spinner, { audience, scheduledAt: null, key: null })
    await elapse(simulation, minute)
    simulation.isQuiet = true
  },
})

/** Returns the simulated spinners that a trigger can start, those that write once per person first. */
async function openSpinners({ model, rows }: Simulation): Promise<readonly KnownSpinner[]> {
  const found = await rows<{ id: string }>(
    'select id from spinners where published_version is not null and paused_at is null',
  )
  const ids = new Set(found.map(({ id }) => id))
  const open = model.spinners.filter(({ id }) => ids.has(id))
  const once = open.filter(({ settings }) => settings.contact === 'oncePerPerson')
  return once.length > 0 ? once : open
}

/** Returns the simulator's names of the existing records for which a spinner has sent a message. */
function writtenTo({ model }: Simulation, { name, table }: KnownSpinner): readonly string[] {
  const own = model.sent.taken.filter(({ spinner }) => spinner === name).map(({ ref }) => ref)
  return [...new Set(own)].filter((ref) => table.acknowledged.has(ref) && model.records.mustBeThere(ref))
}
