import { afterRestore } from '../../../../src/process/operation/after-restore.ts'
import type { KnownSpinner } from '../../model/model.ts'
import { elapse } from '../../run/due-work.ts'
import type { Simulation } from '../../run/simulation.ts'
import { startJob } from '../job/trigger.ts'
import { named, operation } from '../operation.ts'

/**
 * A backup is taken; spinners are started and time passes; the database is lost, restored to the backup and looked
 * after, as the guide says. The world has seen what the restored database knows nothing of.
 */
export const loseTime = operation({
  name: 'restore a backup',
  weight: 2,
  isAlone: true,
  draw: (random) => ({
    lost: Array.from({ length: random.between(1, 3) }, () => ({
      /** Which spinner is started by hand; null for none. */
      spinner: random.chance(0.7) ? random.below(8) : null,
      seconds: random.pick([1, 60, 3_600, 86_400]),
    })),
    crashes: random.chance(0.2),
  }),
  run: async (simulation, { lost, crashes }) => {
    const { model, clock, story } = simulation
    const moment = clock.now()
    const backup = await simulation.backUp()
    const [jobs, jobsInDoubt] = [model.jobs.length, model.jobsInDoubt]
    story.tell('a backup is taken')
    for (const { spinner: number, seconds } of lost) {
      const possible = await spinnersOverNewRecords(simulation)
      const spinner = number === null ? null : named(possible, number)
      if (spinner !== null)
        await startJob(simulation, spinner, { audience: { kind: 'spinner' }, scheduledAt: null, key: null })
      await elapse(simulation, seconds)
    }
    simulation.restart()
    await backup.putBack()
    model.jobs.length = jobs
    model.jobsInDoubt = jobsInDoubt
    story.tell('the database is lost, and restored to the backup')
    // The operator takes longer than what had just been answered is left to whoever answered it.
    clock.pass(60_000)
    const isDone = await lookAfter(simulation, moment, crashes ? 5 : null)
    if (!isDone) await lookAfter(simulation, moment, null)
  },
})

/** Spinners over new records: the others write again when they are triggered again, as they always do. */
async function spinnersOverNewRecords(simulation: Simulation): Promise<readonly KnownSpinner[]> {
  const rows = await simulation.rows<{ id: string }>(
    `select s.id from spinners s
       join spinner_versions v on v.spinner_id = s.id and v.version = s.published_version
      where v.audience = 'new' and s.paused_at is null`,
  )
  const ids = new Set(rows.map(({ id }) => id))
  return simulation.model.spinners.filter(({ id }) => ids.has(id))
}

/** Looks after what may have been sent since. What interrupts it lets it be done again. */
async function lookAfter(simulation: Simulation, moment: Date, gate: number | null): Promise<boolean> {
  const { api } = simulation
  if (gate !== null) api.crashAt({ gate, when: 'after' })
  const tell = (line: string) => simulation.story.tell(`after the restore: ${line}`)
  const order = { recoveredTo: moment, holds: false, nothingLost: false, tell }
  const ended = await simulation.call('look after what may have been sent since', () =>
    afterRestore(api.container, order),
  )
  api.crashAt(null)
  if (ended.kind !== 'answered') return false
  const { inDoubt, begun, held } = ended.value
  simulation.model.jobsInDoubt += begun
  simulation.story.tell(`${inDoubt} in doubt, ${begun} jobs begun, ${held} spinners held`)
  return true
}
