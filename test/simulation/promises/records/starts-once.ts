import type { KnownJob, Model } from '../../model/model.ts'
import { each, type Promised } from '../promise.ts'

const dayMs = 86_400_000
/** The time of day at which the schedule of the simulator is due in its time zone, in milliseconds since midnight. */
const scheduledMs = 9 * 3_600_000

/**
 * Returns the day of the schedule at which a job was due, in the local time of the schedule. A missed start happens
 * later, but before the next one.
 */
function dueDayOf({ byItself }: KnownJob): string | null {
  if (byItself?.starts.on !== 'schedule') return null
  const local = new Date(byItself.at).toLocaleString('sv-SE', { timeZone: byItself.starts.timeZone })
  const wall = Date.parse(`${local.replace(' ', 'T')}Z`)
  return new Date(wall - scheduledMs).toISOString().slice(0, 10)
}

/**
 * Returns whether the clock was set back and the schedule published again between two starts. A schedule that is published
 * before one of its due times has this due time, even if the clock showed a later time before.
 */
function isRenewed(
  { shared }: Model,
  { answered: from }: KnownJob,
  { spinner, begun: to }: KnownJob,
): boolean {
  return isSetBack(shared, from, to) && spinner.starts.mayHaveChanged(from, to)
}

function isSetBack({ setsBack }: Model['shared'], from: number, to: number): boolean {
  return setsBack.some(({ moment }) => moment > from && moment < to)
}

/** Compares the times of automatic starts by the clock of the runtimes, which may be wrong and set back. */
export const startsOnce: Promised = {
  promise: 'Each due time of a schedule starts one job, and new records start at most one job in each window',
  when: 'quiet',
  holds: ({ model }) => {
    const jobs = model.jobs.filter(({ byItself }) => byItself !== undefined)
    return each(jobs, (job) => {
      const { spinner, byItself, name } = job
      const earlier = jobs.slice(0, jobs.indexOf(job)).filter((one) => one.spinner === spinner)
      const day = dueDayOf(job)
      const same =
        day === null ? undefined : earlier.find((one) => dueDayOf(one) === day && !isRenewed(model, one, job))
      if (same !== undefined) return `${spinner.name} started ${same.name} and ${name} for ${day}`
      if (byItself?.starts.on !== 'records') return null
      const last = earlier.findLast((one) => one.byItself?.starts.on === 'records')
      // A clock that was set back between two starts says nothing about the time between them.
      if (last?.byItself === undefined || isSetBack(model.shared, last.answered, job.begun)) return null
      const passed = byItself.at.getTime() - last.byItself.at.getTime()
      return passed >= Math.min(byItself.starts.withinSeconds * 1000, dayMs)
        ? null
        : `${spinner.name} started ${name} ${passed / 1000} seconds after its last start`
    })
  },
}
