import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hasEnded, jobStatuses } from '../../../src/domain/job/job.ts'
import {
  isUnfinished,
  type RecipientStatus,
  recipientStatuses,
} from '../../../src/domain/job/recipient/recipient-status.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * The patterns by which this test finds SQL statements that list states themselves, and so would miss a new
 * state: lists of unfinished or ended states, lists of several states of jobs with 'scheduled' or 'paused' among
 * them, and the choice of the state in which a paused job continues.
 */
const listed = [
  /\b(state|status) (not )?in \('(pending', 'waiting|open', 'paused|completed', 'failed', 'cancelled)/,
  /\b(state|status) (not )?in \((?=[^)]*'(queued|scheduled|running)')(?=[^)]*'(scheduled|paused)')[^)]*,/,
  /started_at is not null then 'running'/,
]

/** The functions that may list states. */
const listing = /^(is_unfinished_[a-z]+|can_be_paused|status_after_pause)\.sql$/

/** Returns whether a retry of the failed recipients of a job may take a recipient with this state and reason. */
const canBeRetried = (status: RecipientStatus, reason: string | null) =>
  status === 'failed' || (status === 'unconfirmed' && reason === 'RESTORED')

describe('the states of jobs, slices and recipients', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())

  /**
   * Returns the values that a check constraint of a column allows, each with the result of an SQL function, for
   * the test. `call` is the function, or returns its call for the state that it is given.
   */
  async function answersFor(
    constraint: string,
    call: string | ((status: string) => string),
  ): Promise<Record<string, boolean>> {
    const ask = typeof call === 'string' ? (status: string) => `${call}(${status})` : call
    const { rows } = await world.sql.query<{ status: string; answer: boolean }>(
      `select m[1] as status, ${ask('m[1]')} as answer
         from pg_constraint c cross join regexp_matches(pg_get_constraintdef(c.oid), '''([a-z]+)''', 'g') m
        where c.conname = $1`,
      [constraint],
    )
    return Object.fromEntries(rows.map(({ status, answer }) => [status, answer]))
  }

  it('are the same in SQL as in the domain, for each state that the tables permit', async () => {
    const jobs = jobStatuses.map((status) => [status, !hasEnded(status)] as const)
    expect(await answersFor('jobs_status_check', 'is_unfinished_job')).toEqual({
      ...Object.fromEntries(jobs),
      scheduled: true,
    })
    expect(await answersFor('jobs_status_check', 'can_be_paused')).toEqual({
      ...Object.fromEntries(jobs),
      scheduled: true,
      paused: false,
    })
    const recipients = recipientStatuses.map((status) => [status, isUnfinished(status)] as const)
    expect(await answersFor('recipients_status_check', 'is_unfinished_recipient')).toEqual(
      Object.fromEntries(recipients),
    )
    for (const reason of [null, 'RESTORED', 'MAIL_UNCONFIRMED']) {
      const retried = recipientStatuses.map((status) => [status, canBeRetried(status, reason)] as const)
      const ask = (status: string) => `can_be_retried(${status}, ${reason === null ? 'null' : `'${reason}'`})`
      expect(await answersFor('recipients_status_check', ask)).toEqual(Object.fromEntries(retried))
    }
    expect(await answersFor('slices_status_check', 'is_unfinished_slice')).toEqual({
      open: true,
      paused: true,
      closed: false,
    })
  })

  it('are compared inside the statement, without a call for each row', async () => {
    const { rows } = await world.sql.query<{ 'QUERY PLAN': string }>(
      `explain select from recipients r join slices s on s.job_id = r.job_id join jobs j on j.id = r.job_id
        where is_unfinished_recipient(r.status) and is_unfinished_slice(s.status) and is_unfinished_job(j.status)
          and can_be_paused(j.status)
          and j.status = status_after_pause(p_started_at => j.started_at, p_starts_at => j.starts_at, p_now => now())`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toMatch(/is_unfinished|can_be_paused|status_after_pause/)
  })

  it('are listed by these functions only', async () => {
    const found: string[] = []
    for (const folder of ['migrations/functions', 'src/adapters/postgres'])
      for (const name of await readdir(folder, { recursive: true })) {
        if (!/\.(sql|ts)$/.test(name) || listing.test(basename(name))) continue
        const text = await readFile(`${folder}/${name}`, 'utf8')
        if (listed.some((pattern) => pattern.test(text))) found.push(name)
      }
    expect(found).toEqual([])
  })
})
