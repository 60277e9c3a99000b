import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { StartDueSpinners } from '../../../src/use-cases/job/start-due-spinners.ts'
import { ReadMailboxes } from '../../../src/use-cases/sender/heard/read-mailboxes.ts'
import { ProcessEnded } from './gates.ts'
import { periodicTasks, runTask, takeEntry } from './queue.ts'
import { hashOf } from './random.ts'
import type { ServiceProcess } from './service-process.ts'
import type { Simulation } from './simulation.ts'

/** The most rounds of work at one moment. No correct run needs as many, so more of them are a fault. */
const mostRounds = 300
/** The most stops in one span of time. More of them are a fault. */
const mostStops = 2_000
/** The stops after which time passes by days, as long as all due recipients only wait for a sender or a company. */
const exactStops = 300
const day = 86_400_000
const year = 366 * 86_400_000

/** Selects the next time at which something is due. A feature with due times of its own adds a line. */
const nextDue = `
  select min(due) as due from (
    select min(s.due_at) as due from slices s join jobs j on j.id = s.job_id
     where s.state = 'open' and j.status in ('queued', 'running')
    union all select min(j.starts_at) from jobs j where j.status = 'scheduled'
    -- A start is looked at again without an end, so it counts only if there are records for it.
    union all select min(t.look_at) from spinner_starts t join spinners s on s.id = t.spinner_id
     cross join lateral end_of_ledger(p_table => s.data_table_id) l
     where s.paused_at is null
       and l.appended - s.taken_records > (
         select count(*) from named_records n where n.spinner_id = s.id and (n.seq > s.taken_seq or n.seq is null))
           - (select coalesce(sum(r.records), 0) from returned_audiences r
               where r.spinner_id = s.id and r.taken_by is null)
    -- A mailbox is read again without an end, so it counts only if there is unread mail in it.
    union all select min(m.due_at) from mailboxes m
      join unnest($1::uuid[], $2::int[]) as l(sender_id, count) on l.sender_id = m.sender_id
     where coalesce((m.cursor ->> 'next')::int, 0) < l.count
  ) d`

/**
 * Selects a recipient who is due for another reason than a sender or a company that is not free. Those reasons are
 * checked again every 15 minutes without an end.
 */
const dueOtherwise = `
  select 1 from recipients r join jobs j on j.id = r.job_id
   where j.status in ('queued', 'running') and is_unfinished_recipient(r.state) and r.due_at <= $1
     and (r.reason is null or r.reason not in ('SENDER_PAUSED', 'SENDER_NEEDS_ATTENTION', 'NO_SENDER', 'ACTIVE_PER_DOMAIN'))
   limit 1`

/** Does all work that is due at this moment: sweeps, queue entries, leases of dead processes. */
export async function drain(simulation: Simulation): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    const due = await sweep(simulation, hashOf('sweep', simulation.seed, round))
    let taken = 0
    while (await takeEntry(simulation, round * 1_000 + taken)) taken++
    if (due === 0 && taken === 0 && !(await simulation.endLeasesOfDead())) return
  }
  simulation.fault(`work does not end at one moment: ${mostRounds} rounds`)
}

/** Lets time pass, and does the due work at each time at which something is due. */
export async function elapse(simulation: Simulation, seconds: number): Promise<void> {
  const target = new Date(simulation.clock.now().getTime() + seconds * 1000)
  await passUntil(simulation, target)
  simulation.clock.moveTo(target)
  await doPeriodicTasks(simulation)
}

/** Lets time pass until nothing is due any more, for 366 days at most. */
export async function runOut(simulation: Simulation): Promise<void> {
  await passUntil(simulation, new Date(simulation.clock.now().getTime() + year))
  await doPeriodicTasks(simulation)
}

/** Does all work that is due before a time, and leaves the clock at the last of it. */
async function passUntil(simulation: Simulation, target: Date): Promise<void> {
  const { clock } = simulation
  await drain(simulation)
  for (let stop = 0; stop < mostStops; stop++) {
    const [row] = await simulation.rows<{ due: Date | null }>(nextDue, mailsIn(simulation))
    const due = row?.due ?? null
    if (due === null || due > target) return
    const now = clock.now()
    // An overdue thing with no due work waits for a moment that no row names, such as the gap between two messages.
    if (due <= now) clock.moveTo(new Date(now.getTime() + 1_000))
    else if (stop < exactStops || (await simulation.rows(dueOtherwise, [due])).length > 0) clock.moveTo(due)
    else clock.moveTo(new Date(Math.min(Math.max(due.getTime(), now.getTime() + day), target.getTime())))
    await drain(simulation)
  }
  simulation.fault(`time does not pass: ${mostStops} stops in one span`)
}

async function doPeriodicTasks(simulation: Simulation): Promise<void> {
  for (const [index, name] of periodicTasks.entries()) await runTask(simulation, index, name)
  await drain(simulation)
}

async function sweep(simulation: Simulation, choice: number): Promise<number> {
  const runtime = simulation.runtime(choice)
  try {
    const due = await runtime.get(AskDueTurns).execute()
    await runtime.get(StartDueSpinners).execute()
    await readMailboxes(simulation, runtime)
    return due
  } catch (error) {
    if (error instanceof ProcessEnded || !runtime.isAlive || simulation.outage.hasBegun) return 1
    simulation.fault(`${runtime.name}: the sweep failed with ${String(error)}`)
    return 0
  }
}

/** Returns the senders with mail in their mailboxes, and the number of mails of each. */
function mailsIn({ model }: Simulation): readonly [readonly string[], readonly number[]] {
  const { all } = model.mailboxes
  return [all.map(([senderId]) => senderId), all.map(([, mails]) => mails.length)]
}

async function readMailboxes({ model }: Simulation, runtime: ServiceProcess): Promise<void> {
  if (model.mailboxes.all.length === 0) return
  const reading = runtime.get(ReadMailboxes)
  while ((await reading.begin(new AbortController().signal, () => {})) > 0) await reading.ended()
}
