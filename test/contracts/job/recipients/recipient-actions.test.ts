import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { operator } from '../../../../src/domain/account/audit/actor.ts'
import { DomainError } from '../../../../src/domain/errors.ts'
import { type Outcome, settleStep } from '../../../../src/domain/job/recipient/recipient.ts'
import type { RecipientAction } from '../../../../src/domain/job/recipient/recipient-action.ts'
import type { Lease, LeasedSlice } from '../../../../src/domain/job/slice.ts'
import { causeOf, type ReasonCode } from '../../../../src/domain/reason.ts'
import { programOf } from '../../../../src/domain/spinner/steps/program.ts'
import type { Step } from '../../../../src/domain/spinner/steps/step.ts'
import { EventStore } from '../../../../src/ports/event/events.ts'
import { Ids } from '../../../../src/ports/ids.ts'
import { JobStore } from '../../../../src/ports/job/jobs.ts'
import { Slices } from '../../../../src/ports/job/slices.ts'
import { Jobs } from '../../../../src/use-cases/job/jobs.ts'
import { ActOnRecipients } from '../../../../src/use-cases/job/recipients/act-on-recipients.ts'
import { RetryFailed } from '../../../../src/use-cases/job/retry-failed.ts'
import { TriggerSpinner } from '../../../../src/use-cases/job/trigger-spinner.ts'
import { leads } from '../../../support/api.ts'
import { createTenant, type Tenant } from '../../../support/tenant.ts'
import { createWorld, type World } from '../../../support/world.ts'

const email = (subject: string): Step => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const steps: readonly Step[] = [
  email('A'),
  { type: 'wait', seconds: 3600 },
  { type: 'condition', column: 'email', operator: 'exists' },
  email('B'),
]
const program = programOf(steps)
const sent: Outcome = { kind: 'sent' }
const refused: Outcome = { kind: 'failed', ...causeOf('MESSAGE_REFUSED') }
const until = () => new Date(Date.now() + 3_600_000)

/** The states of a recipient at the condition step (index 2) that the table of acts names, as they are stored. */
const states = {
  pending: ['pending', null],
  'in the wait step': ['waiting', 'WAIT_STEP'],
  'waiting for a sender': ['waiting', 'SENDER_DAILY_LIMIT'],
  'held by a user': ['waiting', 'HELD_BY_USER'],
  done: ['done', null],
  skipped: ['skipped', 'CONDITION_NOT_MET'],
  erased: ['skipped', 'PERSON_ERASED'],
  failed: ['failed', 'MESSAGE_REFUSED'],
  unconfirmed: ['unconfirmed', 'RUNTIME_STOPPED'],
  'stopped by a user': ['stopped', 'STOPPED_BY_USER'],
  'stopped by a reply': ['stopped', 'REPLIED'],
} as const satisfies Readonly<Record<string, readonly [string, ReasonCode | null]>>
type State = keyof typeof states

/** The state and step after an act, or the code of what prevents it, in a job that has not ended. */
type Expected = readonly [status: string, step: number, reason: ReasonCode | null] | string
const changed = (step: number): Expected => ['pending', step, 'CHANGED_BY_USER']
const held: Expected = ['waiting', 2, 'HELD_BY_USER']
const stopped: Expected = ['stopped', 2, 'STOPPED_BY_USER']

/**
 * The table of acts: the outcome of each act on a recipient in each state at step 2, whose first step has sent a message.
 * It is the same in a job that runs, is paused, or has completed.
 */
const table: Readonly<Record<State, Readonly<Record<RecipientAction['kind'], Expected>>>> = {
  pending: { retry: changed(2), skip: changed(3), stop: stopped, move: changed(3), wait: held },
  'in the wait step': { retry: 'WAITING', skip: changed(2), stop: stopped, move: changed(3), wait: held },
  'waiting for a sender': {
    retry: changed(2),
    skip: changed(3),
    stop: stopped,
    move: changed(3),
    wait: held,
  },
  'held by a user': { retry: changed(2), skip: changed(3), stop: stopped, move: changed(3), wait: held },
  done: { retry: 'ENDED', skip: 'ENDED', stop: 'ENDED', move: changed(3), wait: 'ENDED' },
  skipped: { retry: changed(2), skip: changed(3), stop: 'ENDED', move: changed(3), wait: held },
  erased: { retry: 'ERASED', skip: 'ERASED', stop: 'ERASED', move: 'ERASED', wait: 'ERASED' },
  // A failed recipient stays failed when it is stopped; retries leave it out.
  failed: {
    retry: changed(2),
    skip: changed(3),
    stop: ['failed', 2, 'MESSAGE_REFUSED'],
    move: changed(3),
    wait: held,
  },
  unconfirmed: {
    retry: 'UNCONFIRMED',
    skip: changed(3),
    stop: 'ENDED',
    move: changed(3),
    wait: 'UNCONFIRMED',
  },
  'stopped by a user': { retry: changed(2), skip: changed(3), stop: 'ENDED', move: changed(3), wait: held },
  'stopped by a reply': {
    retry: 'STOPPED',
    skip: 'STOPPED',
    stop: 'ENDED',
    move: 'STOPPED',
    wait: 'STOPPED',
  },
}

const jobStates = ['running', 'paused', 'completed', 'leased'] as const

describe('ActOnRecipients', () => {
  let world: World
  let own: Tenant
  let jobId: string
  let slice: LeasedSlice
  /** The ids of the records of the job's recipients. */
  let ids: readonly string[]
  let lease: Lease
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => begin(3))

  /** Starts a job over some records, and sends the first message to all of them. */
  async function begin(count: number): Promise<void> {
    world.clock.follow()
    own = await createTenant(world, { spinner: { steps } })
    await own.ingest(leads(count))
    const command = { caller: own.key, spinnerId: own.spinnerId, idempotency: null }
    jobId = (await world.container.get(TriggerSpinner).execute(command)).answer.jobId
    await take()
    ids = slice.recipients.map(({ recordId }) => recordId)
    await mark(ids, 0)
    await settle(ids, 0, sent)
    await release()
  }
  async function take(ofJob = jobId): Promise<void> {
    world.clock.follow()
    lease = { holder: world.container.get(Ids).next(), seconds: 60 }
    slice = (await slices().take(ofJob, lease)) as LeasedSlice
    expect(slice).not.toBeNull()
  }
  const slices = () => world.container.get(Slices)
  const mark = (recordIds: readonly string[], step: number) =>
    slices().settleAndMark(
      slice,
      lease,
      [],
      recordIds.map((recordId) => ({ recordId, step, address: `${recordId}@example.com` })),
    )
  const settle = (recordIds: readonly string[], step: number, outcome: Outcome, attempts = 0) =>
    slices().settleAndMark(
      slice,
      lease,
      recordIds.map((recordId) => settleStep({ recordId, step, attempts }, outcome, program, 0)),
      [],
    )
  const release = () => slices().release(slice, lease)
  const idOf = (nth: number) => ids[nth] ?? ''
  const act = (action: RecipientAction, recordId = idOf(0), again = false) =>
    world.container
      .get(ActOnRecipients)
      .one({ organizationId: own.organizationId, by: operator, jobId, recordId, action, again })
  const refusal = async (acting: Promise<unknown>): Promise<string> => {
    const error = await acting.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof DomainError)) throw error ?? new Error('The act was expected to be refused')
    return error.details.errors?.[0]?.code ?? error.code
  }
  const outcomeOf = async (
    acting: Promise<{ status: string; step: number; reason: { code: string } | null }>,
  ) => {
    try {
      const { status, step, reason } = await acting
      return [status, step, reason?.code ?? null]
    } catch {
      return await refusal(acting)
    }
  }
  const job = async () => {
    const view = await world.container.get(JobStore).find(own.organizationId, jobId)
    return view as NonNullable<typeof view>
  }
  const recipients = async (ofJob = jobId) => {
    const page = { limit: 10, after: null }
    const list = await world.container.get(JobStore).recipients(ofJob, { status: null, reason: null }, page)
    return list.items.map(({ status, step, reason }) => [status, step, reason?.code ?? null])
  }
  /** Puts all recipients of the job into a state at the condition step, as a runtime would have stored it. */
  async function put([status, reason]: readonly [string, string | null]): Promise<void> {
    await world.sql.query(
      `update recipients set status = $2, reason = $3, step = 2,
              due_at = case when $2 = 'waiting' then now() + interval '1 day' else now() - make_interval(secs => 1) end where job_id = $1`,
      [jobId, status, reason],
    )
    await world.sql.query('select count_slice(p_job => $1, p_slice => 1)', [jobId])
  }
  /** Brings the job into a state of the table, with recipients in the given state. */
  async function arrange(state: State, ofJob: (typeof jobStates)[number]): Promise<void> {
    if (ofJob === 'completed') {
      await put(['done', null])
      await world.sql.query('update slices set due_at = now() - make_interval(secs => 1) where job_id = $1', [
        jobId,
      ])
      await take()
      await release()
      expect((await job()).status).toBe('completed')
      await put(states[state])
      return
    }
    await world.sql.query(
      'update recipients set step = 2, status = $2, reason = null, due_at = now() - make_interval(secs => 1) where job_id = $1',
      [jobId, 'pending'],
    )
    await world.sql.query('update slices set due_at = now() - make_interval(secs => 1) where job_id = $1', [
      jobId,
    ])
    await take()
    if (ofJob !== 'leased') await release()
    if (ofJob === 'paused')
      await world.container.get(Jobs).pause({ organizationId: own.organizationId, by: operator }, jobId)
    await put(states[state])
  }
  const actionOf = (kind: RecipientAction['kind']): RecipientAction =>
    kind === 'move' ? { kind, step: 3 } : kind === 'wait' ? { kind, until: until() } : { kind }

  for (const ofJob of jobStates)
    it.each(Object.keys(states) as State[])(
      `acts by the table on a recipient that is %s, in a ${ofJob} job`,
      async (state) => {
        await arrange(state, ofJob)
        const isOpen = ['pending', 'waiting'].includes(states[state][0])
        // An unfinished recipient of a completed job does not exist.
        if (ofJob === 'completed' && isOpen) return
        for (const [nth, kind] of (['retry', 'skip', 'stop'] as const).entries())
          expect([kind, await outcomeOf(act(actionOf(kind), idOf(nth)))]).toEqual([kind, table[state][kind]])
        await put(states[state])
        for (const [nth, kind] of (['move', 'wait'] as const).entries())
          expect([kind, await outcomeOf(act(actionOf(kind), idOf(nth)))]).toEqual([kind, table[state][kind]])
        const { status, counts } = await job()
        const isUnfinished = counts.pending + counts.waiting > 0
        if (ofJob === 'completed') expect(status).toBe(isUnfinished || state === 'done' ? 'running' : status)
        if (ofJob === 'paused') expect(status).toBe('paused')
      },
    )

  it('refuses every act in a cancelled job, and on a record that the job has not', async () => {
    expect(await refusal(act({ kind: 'retry' }, '999'))).toBe('NOT_FOUND')
    expect(await refusal(act({ kind: 'retry' }, "1' or 1"))).toBe('NOT_FOUND')
    await world.container.get(Jobs).cancel({ organizationId: own.organizationId, by: operator }, jobId)
    for (const kind of ['retry', 'skip', 'stop', 'move', 'wait'] as const)
      expect(await refusal(act(actionOf(kind)))).toBe('CONFLICT')
  })

  it.each(['pending', 'failed', 'skipped', 'unconfirmed'] as const)(
    'writes the event that a recipient is done whose last step was %s and is skipped',
    async (state) => {
      const { organizationId } = own
      await world.container.get(EventStore).ask(organizationId, ['recipient.done'], new Date('2100-01-01'))
      await put(states[state])
      await world.sql.query('update recipients set step = 3 where job_id = $1', [jobId])
      expect(await outcomeOf(act({ kind: 'skip' }))).toEqual(['done', 3, null])
      const { rows } = await world.sql.query(
        `select objects from new_events where organization_id = $1 and type = 'recipient.done'
         union all select objects from events where organization_id = $1 and type = 'recipient.done'`,
        [organizationId],
      )
      expect(rows).toEqual([{ objects: [idOf(0)] }])
    },
  )

  it('refuses a step that the version does not have, and a time in the past or after a year', async () => {
    expect(await refusal(act({ kind: 'move', step: 4 }))).toBe('OUT_OF_RANGE')
    expect(await refusal(act({ kind: 'wait', until: new Date(Date.now() - 1000) }))).toBe('OUT_OF_RANGE')
    expect(await refusal(act({ kind: 'wait', until: new Date(Date.now() + 400 * 86_400_000) }))).toBe(
      'OUT_OF_RANGE',
    )
  })

  describe('beside a runtime that works on the slice', () => {
    const dueNow = () =>
      world.sql.query(
        'update recipients set step = 3, status = $2, reason = null, due_at = now() - make_interval(secs => 1) where job_id = $1',
        [jobId, 'pending'],
      )
    beforeEach(async () => {
      await dueNow()
      await world.sql.query('update slices set due_at = now() - make_interval(secs => 1) where job_id = $1', [
        jobId,
      ])
      await take()
    })

    it.each(['retry', 'skip', 'stop', 'move', 'wait'] as const)(
      'neither marks the message of a recipient after the act `%s`, nor stores its outcome',
      async (kind) => {
        const action = kind === 'move' ? ({ kind, step: 2 } as const) : actionOf(kind)
        const after = await outcomeOf(act(action))
        expect(after).toEqual(
          {
            retry: changed(3),
            skip: ['done', 3, null],
            stop: ['stopped', 3, 'STOPPED_BY_USER'],
            move: changed(2),
            wait: ['waiting', 3, 'HELD_BY_USER'],
          }[kind],
        )
        const { withheld } = await mark([idOf(0), idOf(1)], 3)
        expect([...withheld.keys()]).toEqual([idOf(0)])
        const outcome = withheld.get(idOf(0))
        if (outcome === undefined) throw new Error('The message was expected to be withheld')
        await settle([idOf(0)], 3, outcome)
        await settle([idOf(1)], 3, sent)
        await release()
        expect((await recipients())[0]).toEqual(after)
        expect((await recipients())[1]).toEqual(['done', 3, null])
        const { rows } = await world.sql.query(
          'select changed_record_ids, sending from slices where job_id = $1',
          [jobId],
        )
        expect(rows).toEqual([{ changed_record_ids: [], sending: [] }])
      },
    )

    it('refuses to change a recipient whose message is in transit, and stops it after the message', async () => {
      await mark([idOf(0)], 3)
      for (const kind of ['retry', 'skip', 'move', 'wait'] as const)
        expect(await refusal(act(actionOf(kind)))).toBe('SENDING')
      expect((await act({ kind: 'stop' })).status).toBe('pending')
      // The message is the last one, so the recipient is done.
      await settle([idOf(0)], 3, sent)
      await release()
      expect((await recipients())[0]).toEqual(['done', 3, null])
    })

    it('keeps a message in doubt from being sent again', async () => {
      await mark([idOf(0)], 3)
      await world.sql.query(
        'update slices set lease_until = now() - make_interval(secs => 1) where job_id = $1',
        [jobId],
      )
      expect(await refusal(act({ kind: 'retry' }))).toBe('SENDING')
      await take()
      expect(slice.recipients.find(({ recordId }) => recordId === idOf(0))?.inDoubt).toBe(true)
    })

    it('lets the next runtime work on a changed recipient, if the runtime of the slice died', async () => {
      await act({ kind: 'move', step: 2 })
      await world.sql.query(
        'update slices set lease_until = now() - make_interval(secs => 1) where job_id = $1',
        [jobId],
      )
      const id = idOf(0)
      await take()
      expect(slice.recipients.find(({ recordId }) => recordId === id)?.step).toBe(2)
      await settle([id], 2, { kind: 'passed', waitSeconds: 0 })
      await release()
      expect((await recipients())[0]).toEqual(['pending', 3, null])
    })
  })

  it('stores the result of a step that a recipient runs again', async () => {
    await world.sql.query(
      'update recipients set step = 3, status = $2, reason = null, due_at = now() - make_interval(secs => 1) where job_id = $1',
      [jobId, 'pending'],
    )
    await world.sql.query('update slices set due_at = now() - make_interval(secs => 1) where job_id = $1', [
      jobId,
    ])
    await take()
    await mark([idOf(0)], 3)
    await settle([idOf(0)], 3, refused)
    await release()
    await act({ kind: 'retry' })
    await take()
    await mark([idOf(0)], 3)
    await settle([idOf(0)], 3, sent)
    await release()
    expect((await recipients())[0]).toEqual(['done', 3, null])
    const { rows } = await world.sql.query(
      'select step, status from message_results where job_id = $1 and record_id = $2 order by step',
      [jobId, idOf(0)],
    )
    expect(rows).toEqual([
      { step: 0, status: 'sent' },
      { step: 3, status: 'sent' },
    ])
  })

  it('sends a message again only in a new job, once the user says so', async () => {
    expect(await refusal(act({ kind: 'move', step: 0 }))).toBe('SENT')
    const again = await act({ kind: 'move', step: 0 }, idOf(0), true)
    expect(again).toMatchObject({ status: 'pending', step: 0 })
    expect(again.jobId).not.toBe(jobId)
    expect((await recipients())[0]?.[2]).toBe('STOPPED_BY_USER')
    expect(await refusal(act({ kind: 'retry' }))).toBe('RETRIED')
    const id = idOf(0)
    await take(again.jobId)
    expect((await mark([id], 0)).withheld.size).toBe(0)
    await settle([id], 0, sent)
    await release()
    const { rows } = await world.sql.query(
      'select cardinality(earlier_at) as earlier from sent_emails where record_id = $1 and organization_id = $2',
      [id, own.organizationId],
    )
    expect(rows).toHaveLength(1)
  })

  it('does not retry a recipient that a retry of the job has taken, nor one by one after the other', async () => {
    await put(states.failed)
    await world.sql.query('update slices set due_at = now() - make_interval(secs => 1) where job_id = $1', [
      jobId,
    ])
    await take()
    await release()
    const { organizationId } = own
    await world.container
      .get(RetryFailed)
      .execute({ organizationId, jobId, codes: null, version: 'same', by: operator })
    expect(await refusal(act({ kind: 'retry' }, '1'))).toMatch(/RETRIED|NOT_FOUND/)
    const { rows } = await world.sql.query<{ id: string }>(
      'select record_id as id from recipients where job_id = $1 order by 1',
      [jobId],
    )
    expect(await refusal(act({ kind: 'retry' }, rows[0]?.id))).toBe('RETRIED')
  })

  it('counts each recipient once in the figures of the steps, whatever was done with it', async () => {
    await put(states.pending)
    await act({ kind: 'move', step: 3 }, idOf(0))
    await act({ kind: 'skip' }, idOf(1))
    const figures = await world.container.get(JobStore).figuresOfJob(own.organizationId, jobId)
    expect(figures?.steps.map(({ reached, passed, pending }) => [reached, passed, pending])).toEqual([
      [3, 3, 0],
      [3, 3, 0],
      [3, 2, 1],
      [2, 0, 2],
    ])
    await act({ kind: 'move', step: 1 }, idOf(0))
    const back = await world.container.get(JobStore).figuresOfJob(own.organizationId, jobId)
    expect(back?.recipients).toBe(3)
  })

  describe('on many', () => {
    const many = (
      selection: Parameters<ActOnRecipients['many']>[0]['selection'],
      action: RecipientAction,
    ) => ({
      organizationId: own.organizationId,
      by: operator,
      jobId,
      selection,
      action,
    })
    const acts = () => world.container.get(ActOnRecipients)

    it('counts first, and then changes what it has counted', async () => {
      await put(states.failed)
      const command = many({ kind: 'filter', filter: { status: 'failed', reason: null } }, { kind: 'retry' })
      const expected = { matched: 3, changed: 3, obstacles: [], isComplete: true, isEstimate: false }
      expect(await acts().preview(command)).toEqual(expected)
      expect((await job()).counts.failed).toBe(3)
      expect(await acts().many(command)).toEqual(expected)
      expect(await recipients()).toEqual([changed(2), changed(2), changed(2)])
      const { rows } = await world.sql.query('select * from recipient_actions')
      expect(rows).toEqual([])
    })

    it('selects by records and by a condition on them', async () => {
      await put(states.pending)
      const where = { column: 'email', operator: 'equals', value: leads(3)[1]?.['email'] ?? '' } as const
      expect(await acts().many(many({ kind: 'where', where }, { kind: 'stop' }))).toMatchObject({
        matched: 1,
        changed: 1,
      })
      const recordIds = [idOf(0), idOf(1), '999']
      expect(await acts().many(many({ kind: 'recordIds', ids: recordIds }, { kind: 'stop' }))).toEqual({
        matched: 2,
        changed: 1,
        obstacles: [{ code: 'ENDED', count: 1 }],
        isComplete: true,
        isEstimate: false,
      })
      const unknown = { column: 'phone', operator: 'exists' } as const
      expect(await refusal(acts().many(many({ kind: 'where', where: unknown }, { kind: 'stop' })))).toBe(
        'NOT_METADATA',
      )
    })

    /** Stores an act whose request was interrupted before its first slice. */
    const interrupt = (action: RecipientAction) =>
      world.sql.query(
        `insert into recipient_actions (id, organization_id, job_id, request, actor, created_at)
         values ($1, $2, $3, $4, $5, now())`,
        [
          world.container.get(Ids).next(),
          own.organizationId,
          jobId,
          JSON.stringify({
            action,
            selection: { kind: 'filter', filter: { status: 'pending', reason: null } },
          }),
          JSON.stringify(operator),
        ],
      )
    const entries = async () => {
      const { rows } = await world.sql.query<{ after: object }>(
        `select after from audit_events where organization_id = $1 and action = 'recipients.changed' order by id`,
        [own.organizationId],
      )
      return rows.map(({ after }) => after)
    }
    /** Adds slices without recipients before the slice of the job, which becomes the last one. */
    async function addSlices(count: number): Promise<void> {
      await world.sql.query('update recipients set slice = $2 where job_id = $1', [jobId, count + 1])
      await world.sql.query('update slices set no = $2 where job_id = $1', [jobId, count + 1])
      await world.sql.query(
        `insert into slices (job_id, no, due_at, status, organization_id, step_states, step_state_counts)
         select $1, n, now(), 'closed', $3, '{}', '{}' from generate_series(1, $2::int) n`,
        [jobId, count, own.organizationId],
      )
    }
    /** Moves each recipient of the job into a slice of its own. */
    async function spread(): Promise<void> {
      await world.sql.query(
        `insert into slices (job_id, no, due_at, organization_id) select $1, n, now(), $2 from generate_series(2, 250) n`,
        [jobId, own.organizationId],
      )
      await world.sql.query(
        `update recipients r set slice = n.no
           from (select record_id, row_number() over (order by record_id) as no from recipients where job_id = $1) n
          where r.job_id = $1 and r.record_id = n.record_id`,
        [jobId],
      )
      await world.sql.query(
        'select count_slice(p_job => $1, p_slice => s.no) from slices s where s.job_id = $1',
        [jobId],
      )
    }

    it('is completed by the periodic task if its request was interrupted, which audits the number', async () => {
      await put(states.pending)
      await interrupt({ kind: 'stop' })
      await acts().finishPending(new AbortController().signal)
      expect(await recipients()).toEqual([stopped, stopped, stopped])
      expect(await entries()).toEqual([{ recipientAction: 'stop', recipientStatus: 'pending', changed: 3 }])
    })

    it('audits why it ended early', async () => {
      await put(states.pending)
      await interrupt({ kind: 'move', step: 3 })
      await world.container.get(Jobs).cancel({ organizationId: own.organizationId, by: operator }, jobId)
      await acts().finishPending(new AbortController().signal)
      expect(await entries()).toEqual([
        {
          recipientAction: 'move',
          toStep: '4',
          recipientStatus: 'pending',
          changed: 0,
          fault: 'The job has ended with the status cancelled; its recipients cannot be changed',
        },
      ])
    })

    it('audits whom it was for and how many it has changed, and nothing if it has changed none', async () => {
      await put(states.pending)
      const where = { column: 'email', operator: 'equals', value: leads(3)[1]?.['email'] ?? '' } as const
      const toLast = { kind: 'move', step: 3 } as const
      await acts().many(many({ kind: 'where', where }, toLast))
      await acts().many(many({ kind: 'recordIds', ids: [idOf(0), '999'] }, { kind: 'stop' }))
      await acts().many(many({ kind: 'recordIds', ids: [idOf(0)] }, { kind: 'stop' }))
      expect(await entries()).toEqual([
        { recipientAction: 'move', toStep: '4', columns: ['email'], changed: 1 },
        { recipientAction: 'stop', chosen: 2, changed: 1 },
      ])
    })

    it.each([
      ['records', () => ({ kind: 'recordIds', ids: [idOf(1)] }) as const, 1],
      ['a filter', () => ({ kind: 'filter', filter: { status: 'failed', reason: null } }) as const, 3],
    ])('reaches %s in a late slice at once, also beside many other slices', async (_, selection, count) => {
      await put(states.failed)
      await addSlices(900)
      const expected = { matched: count, changed: count, obstacles: [], isComplete: true, isEstimate: false }
      expect(await acts().preview(many(selection(), { kind: 'retry' }))).toEqual(expected)
      expect(await acts().many(many(selection(), { kind: 'retry' }))).toEqual(expected)
    })

    it('estimates the numbers of a selection in many slices, and audits what follows in the background', async () => {
      await begin(250)
      await put(states.pending)
      await spread()
      const command = many({ kind: 'filter', filter: { status: 'pending', reason: null } }, { kind: 'stop' })
      expect(await acts().preview(command)).toEqual({
        matched: 250,
        changed: 250,
        obstacles: [],
        isComplete: true,
        isEstimate: true,
      })
      expect(await acts().many(command)).toMatchObject({ changed: 20, isComplete: false })
      await acts().finishPending(new AbortController().signal)
      const stop = { recipientAction: 'stop', recipientStatus: 'pending' }
      expect(await entries()).toEqual([
        { ...stop, changed: 20, isComplete: false },
        { ...stop, changed: 250 },
      ])
      expect((await job()).counts).toMatchObject({ stopped: 250 })
    })
  })
})
