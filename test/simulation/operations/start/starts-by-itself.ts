import type { KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Random } from '../../run/random.ts'
import type { Simulation } from '../../run/simulation.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { recordEntries } from '../bin/bin-entries.ts'
import { restoreEntry } from '../bin/restore-records.ts'
import { act, named, type Operation, operation } from '../operation.ts'
import { moveRecordsToBin } from '../record/delete-records.ts'
import { publishDraft } from '../spinner/publish-draft.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Lets a spinner start by itself one to three times. The new records may be in the bin at a start and come back after it,
 * and the clock of the hosts may be fast during a start, with a publish after it was corrected. Drawn one by one, these
 * operations rarely concern one start.
 */
export const startsByItself = operation({
  name: 'a spinner starts by itself',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  draw: (random) => ({
    /** The spinner, or the form of a new one. */
    spinner: random.below(8),
    form: random.chance(0.6) ? formOf(random) : null,
    rounds: Array.from({ length: random.between(1, 3) }, () => roundOf(random)),
  }),
  run: async (simulation, { spinner: number, form, rounds }, others) => {
    const { model } = simulation
    if (form !== null) await act(simulation, { operation: 'make a spinner', input: form }, others)
    const possible = model.spinners.filter(
      ({ starts, bin }) => !bin.mayBeInBin && !starts.draft.possible().includes('call'),
    )
    const spinner = form === null ? named(possible, number) : (possible.at(-1) ?? null)
    if (spinner === null) return
    for (const round of rounds) await start(simulation, spinner, round, others)
    simulation.isQuiet = true
  },
})

/** Returns the input of the operation that makes a spinner over new records that starts by itself. */
function formOf(random: Random) {
  return {
    table: random.below(2),
    audience: 'new',
    contact: 'oncePerRecord',
    window: 0,
    isExclusive: false,
    exits: 0,
    stopsEverywhere: false,
    steps: [{ kind: random.pick(['email', 'webhook']), span: 0 }],
    starts: random.pick([1, 2, 3, 3]),
  }
}

function roundOf(random: Random) {
  return {
    people: Array.from({ length: random.between(1, 2) }, () => random.below(peopleCount)),
    isDeleted: random.chance(0.4),
    /** The seconds by which the clock is fast during the start. */
    fast: random.pick([0, 0, 2 * hour, 25 * hour]),
    seconds: random.pick([2 * minute, 2 * hour, day]),
    /** Whether the spinner is published again, or is changed to start otherwise and back. */
    then: random.pick(['nothing', 'publish', 'change and back', 'change and back']),
    later: Array.from({ length: random.between(0, 1) }, () => random.below(peopleCount)),
    secondsAfter: random.pick([2 * minute, day, 2 * day]),
  }
}

async function start(
  simulation: Simulation,
  spinner: KnownSpinner,
  round: ReturnType<typeof roundOf>,
  others: readonly Operation[],
): Promise<void> {
  const { people, isDeleted, fast, seconds, then: event, later, secondsAfter } = round
  const { table } = spinner
  const before = new Set(table.acknowledged)
  await ingestRecords(simulation, table, people, { by: 'key', repeats: 0 })
  const added = [...table.acknowledged].filter((ref) => !before.has(ref))
  const ids = isDeleted ? await moveRecordsToBin(simulation, table, added) : []
  const setClock = async (by: number) => {
    if (fast > 0) await act(simulation, { operation: 'change the clock', input: { seconds: by } }, others)
  }
  await setClock(fast)
  await elapse(simulation, seconds)
  await setClock(-fast)
  for (const entry of ids.length === 0 ? [] : await recordEntries(simulation))
    if (entry.records.some(({ id }) => ids.includes(id))) await restoreEntry(simulation, entry)
  if (event === 'publish') await publishDraft(simulation, spinner, {})
  if (event === 'change and back') {
    const of = { spinner: simulation.model.spinners.indexOf(spinner), existing: 'include' }
    const way = spinner.starts.draft.possible().includes('schedule') ? 2 : 0
    for (const starts of [2 - way, way])
      await act(simulation, { operation: 'change how a spinner starts', input: { ...of, starts } }, others)
  }
  if (later.length > 0) await ingestRecords(simulation, table, later, { by: 'key', repeats: 0 })
  await elapse(simulation, secondsAfter)
}
