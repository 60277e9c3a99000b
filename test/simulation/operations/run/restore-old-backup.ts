import { afterRestore } from '../../../../src/operation/backup/after-restore.ts'
import type { KnownSpinner } from '../../model/model.ts'
import { peopleCount } from '../../model/people.ts'
import { elapse } from '../../run/due-work.ts'
import type { Simulation } from '../../run/simulation.ts'
import { drawStop } from '../../run/transit/transit.ts'
import { ingestRecords } from '../arrival/ingest.ts'
import { startJob } from '../job/trigger.ts'
import { act, named, operation } from '../operation.ts'

const day = 86_400

/**
 * Takes a simulated backup, starts spinners and lets time pass, then restores the backup and runs the steps
 * after a restore, as docs/operate/backup.md says. Receivers have then seen messages that the restored database does
 * not know.
 */
export const restoreOldBackup = operation({
  name: 'restore a backup',
  weight: 2,
  isAlone: true,
  keepsTransit: true,
  draw: (random) => ({
    lost: Array.from({ length: random.between(1, 3) }, () => ({
      /** The number that names the spinner to trigger after the backup; null for no trigger. */
      spinner: random.chance(0.7) ? random.below(8) : null,
      seconds: random.pick([1, 60, 3_600, 86_400]),
    })),
    /** The people for whom the simulator adds records to the first of these spinners just before the backup. */
    arriving: Array.from({ length: random.pick([0, 1, 2, 4]) }, () => random.below(peopleCount)),
    /** The job that is paused just before the backup; an odd number names a job of which a runtime has leased a slice. */
    paused: random.pick([-1, 0, 1, 3]),
    stop: random.chance(0.5)
      ? { ...drawStop(random, 1), from: 'send', gate: random.between(1, 3) }
      : drawStop(random, 0.5),
    /** Whether a person replies after the restore, before a runtime works, and whether the job is then resumed. */
    replies: random.chance(0.5),
    resumes: random.chance(0.3),
    crashes: random.chance(0.2),
  }),
  run: async (simulation, { lost, arriving, paused, stop, replies, resumes, crashes }, others) => {
    const { clock, gates, story, shared } = simulation
    const started = await arrive(simulation, lost[0]?.spinner ?? null, arriving)
    if (stop.gate > 0) {
      if (started !== null) await begin(simulation, started)
      await act(simulation, { operation: 'work', input: { entries: 4, order: 0, stop } }, others)
    }
    if (paused >= 0) await act(simulation, { operation: 'pause a job', input: { job: paused } }, others)
    const moment = clock.now()
    const backup = await simulation.backUp()
    const atBackup = simulation.organizations.map(
      ({ model: one }) => [one, one.jobs.length, one.jobsInDoubt, one.moments.next()] as const,
    )
    const stored = { steps: shared.steps.all.length, moment: shared.moments.next() }
    story.tell('a backup is taken')
    for (const { spinner: number, seconds } of lost) {
      const possible = await spinnersOverNewRecords(simulation)
      const spinner = number === null ? null : named(possible, number)
      if (spinner !== null) await begin(simulation, spinner)
      await elapse(simulation, seconds)
    }
    simulation.restart()
    for (const organization of simulation.organizations)
      if (organization.access !== null)
        await simulation.within(organization, () => organization.model.versionsOfJobs.read(simulation))
    await gates.alone(() => backup.putBack())
    for (const [of, jobs, jobsInDoubt, taken] of atBackup) {
      of.jobs.length = jobs
      of.jobsInDoubt = jobsInDoubt
      of.restoredAt = clock.now()
      // A record that was erased since the backup is stored again until the erasure is repeated.
      of.records.erased.length = 0
      of.destinations.restored()
      of.pools.restored(taken)
      of.replies.restored(taken)
      of.emptyStarts.splice(
        0,
        of.emptyStarts.length,
        ...of.emptyStarts.filter(({ answered }) => answered < taken),
      )
      of.holds.splice(0, of.holds.length, ...of.holds.filter(({ ended }) => ended < taken))
      of.planRefusals.length = 0
      of.team.restored()
      of.keyedRequests.length = 0
      for (const thing of of.revised.values()) thing.restored()
    }
    shared.steps.forgetFrom(stored.steps, stored.moment)
    story.tell('the database is lost, and restored to the backup')
    // Lets a minute of virtual time pass, because the steps after a restore would wait for arrivals that their
    // receiving process may still store.
    clock.pass(60_000)
    const isDone = await lookAfter(simulation, moment, crashes ? 5 : null)
    if (!isDone) await lookAfter(simulation, moment, null)
    const reply = { message: 0, isLatest: true, kind: 'reply', days: 1 }
    if (replies)
      await act(simulation, { operation: 'a waiting or failed person reacts', input: reply }, others)
    if (resumes && paused >= 0)
      await act(simulation, { operation: 'resume a job', input: { job: paused } }, others)
    await elapse(simulation, resumes ? 3 * day : 1)
    simulation.isQuiet = true
  },
})

/** Ingests records of these simulated people for a spinner, and returns the spinner. */
async function arrive(
  simulation: Simulation,
  number: number | null,
  people: readonly number[],
): Promise<KnownSpinner | null> {
  const spinner = number === null ? null : named(await spinnersOverNewRecords(simulation), number)
  if (spinner === null || people.length === 0) return null
  await ingestRecords(simulation, spinner.table, people, { by: 'key', repeats: 0 })
  return spinner
}

function begin(simulation: Simulation, spinner: KnownSpinner) {
  return startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
}

/**
 * Returns spinners over new records that are not paused. Spinners over all records write again at every
 * trigger, so they cannot show a repeated message.
 */
async function spinnersOverNewRecords(simulation: Simulation): Promise<readonly KnownSpinner[]> {
  const rows = await simulation.rows<{ id: string }>(
    `select s.id from spinners s
       join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      where takes_new_records(p_audience => v.audience) and s.paused_at is null`,
  )
  const ids = new Set(rows.map(({ id }) => id))
  return simulation.model.spinners.filter(({ id }) => ids.has(id))
}

/**
 * Runs the service's steps after a restore. Returns false if a simulated crash interrupted them, so that they
 * are run again.
 */
async function lookAfter(simulation: Simulation, moment: Date, gate: number | null): Promise<boolean> {
  const { api } = simulation
  if (gate !== null) api.crashAt({ gate, when: 'after' })
  const tell = (line: string) => simulation.story.tell(`after the restore: ${line}`)
  const order = { recoveredTo: moment, holds: false, nothingLost: false, tell }
  const ended = await simulation.call('check what may have been sent since the backup', () =>
    afterRestore(api.container, order),
  )
  api.crashAt(null)
  if (ended.kind !== 'answered') return false
  const { inDoubt, begun, held } = ended.value
  // The number is that of all organizations.
  for (const { model } of simulation.organizations) model.jobsInDoubt += begun
  simulation.story.tell(`${inDoubt} in doubt, ${begun} jobs begun, ${held} spinners held`)
  return true
}
