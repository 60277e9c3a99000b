import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import { hashOf, type Random } from '../../run/random.ts'
import { changeTimeZone } from '../account/change-time-zone.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { type Action, act, named, type Operation, operation } from '../operation.ts'
import { editRecord } from '../record/edit-record.ts'
import { awaitRecord } from '../wait/await-record.ts'
import { changePolicy } from './contact-policy.ts'
import { reactions, reactTo } from './react.ts'

const hour = 3_600
const day = 86_400

/** The reactions that hold a recipient, as often as all that stop one. */
const absences = Array.from({ length: 8 }, () => 'absence')

/** Requests for no more mail, which also concern spinners that have not written to the person yet. */
const requests = ['reply for no more mail', 'reply for no more mail'] as const

/**
 * Lets two spinners write to one person, who replies to one of them or reacts otherwise, mostly before the other has sent
 * its last message, and sometimes while a runtime sends. Drawn one by one, these operations rarely concern the same person.
 */
export const reactElsewhere = operation({
  name: 'a person reacts to one of two spinners',
  weight: 3,
  isMeeting: true,
  isAlone: true,
  draw: (random, others) => {
    const spinnerOf = (beginsWithWait: boolean) => ({
      table: 0,
      audience: 'all',
      contact: 'oncePerRecord',
      window: 0,
      isExclusive: false,
      exits: random.pick([1, 1, 1, 2, 3]),
      stopsEverywhere: random.chance(0.8),
      steps: [
        ...(beginsWithWait ? [{ kind: 'wait', span: random.below(4) }] : []),
        { kind: 'email', span: 0 },
        { kind: random.pick(['wait', 'wait', 'waitUntil']), span: random.below(4) },
        { kind: 'email', span: 0 },
      ],
    })
    const isLimited = random.chance(0.4)
    const policy = { ...changePolicy.draw(random, others), messagesPerWeek: 1 }
    return {
      person: random.below(peopleCount),
      spinners: [spinnerOf(false), spinnerOf(random.chance(0.5))],
      seconds: random.pick([10, 10, hour, 2 * day]),
      message: random.below(8),
      kind: random.pick(['reply', 'reply', ...absences, ...requests, ...reactions]),
      days: random.pick([1, 3, 20]),
      /** Whether the person reacts while runtimes work. */
      isDuringWork: random.chance(0.5),
      order: random.below(1_000_000),
      policy: isLimited ? policy : null,
      /** A change of the record or a date for which the first spinner waits after its first message. */
      awaited: random.chance(0.4) ? { ...awaitRecord.draw(random, others), at: 1 } : null,
      /** Changes after the reaction that may end a wait, each with the seconds that pass before it. */
      changes: Array.from({ length: random.between(0, 3) }, () => ({
        seconds: random.pick([hour, hour, day, 2 * day]),
        ...changeOf(random, others),
      })),
    }
  },
  run: async (
    simulation,
    { person, spinners, seconds, message: number, kind, days, isDuringWork, order, policy, awaited, changes },
    others,
  ) => {
    const { model } = simulation
    if (policy !== null) await act(simulation, { operation: changePolicy.name, input: policy }, others)
    for (const input of spinners) await act(simulation, { operation: 'make a spinner', input }, others)
    const table = named(model.tables, 0)
    if (table === null) return
    if (awaited !== null) {
      const spinner = model.spinners.length - spinners.length
      await act(simulation, { operation: awaitRecord.name, input: { ...awaited, spinner } }, others)
    }
    await ingestRecords(simulation, table, [person], { by: 'key', repeats: 0 })
    const writing = model.spinners.filter((spinner) => spinner.table === table).slice(-2)
    for (const spinner of writing)
      await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
    await elapse(simulation, seconds)
    const names = new Set(writing.map(({ name }) => name))
    const erased = new Set(model.erased)
    const message = named(
      model.sent.taken.filter(
        ({ spinner, messageId, address }) => names.has(spinner) && messageId !== null && !erased.has(address),
      ),
      number,
    )
    if (message === null) return
    let decided = 0
    const react = () => reactTo(simulation, message, kind, days)
    if (isDuringWork)
      await simulation.gates.together(
        [react, () => act(simulation, { operation: 'work', input: { entries: 3, order } }, others)],
        (count) => hashOf('order', order, decided++) % count,
      )
    else await react()
    for (const { seconds: before, operation: name, input } of changes) {
      await elapse(simulation, before)
      // An edit concerns the record of the person, which came last.
      const about = name === editRecord.name ? { table: 0, record: table.acknowledged.size - 1 } : {}
      await act(simulation, { operation: name, input: { ...input, ...about } }, others)
    }
    await elapse(simulation, 4 * day)
    simulation.isQuiet = true
  },
})

/** Returns a change of the contact policy, of the time zone, or of a record. */
function changeOf(random: Random, others: readonly Operation[]): Action {
  const change = random.pick([changePolicy, changeTimeZone, editRecord, editRecord])
  return { operation: change.name, input: change.draw(random, others) }
}
