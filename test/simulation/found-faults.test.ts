import { describe, it } from '@jest/globals'
import { expectPromisesKept } from './expect-promises-kept.ts'
import { preparedForTests } from './prepared-for-tests.ts'

/**
 * The shortest sequences of operations with which the simulation has found faults of the service, kept as tests
 * against their return.
 */
describe('regressions that the simulator found', () => {
  const prepared = preparedForTests()

  it('a person who waited for the contact policy during the restored backup is written to once', async () => {
    const restore = restoreOfBackup({ spinner: null, seconds: 1_800 })
    const trigger = { operation: 'explain and trigger', input: { spinner: 0, person: 0 } }
    await expectPromisesKept(prepared(), {
      seed: 1503,
      operations: [
        { operation: 'make a table', input: {} },
        spinnerOver('all', 'oncePerPerson'),
        {
          operation: 'change the contact policy',
          input: { messagesPerDay: 0, messagesPerWeek: 0, daysBetweenSpinners: 0, activePerDomain: 1 },
        },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'key', repeats: 0 } },
        { operation: 'ingest', input: { table: 0, people: [1, 2], by: 'key', repeats: 0 } },
        trigger,
        restore,
        trigger,
      ],
    })
  })

  it('a sender that may have sent before its first message in the backup is counted', async () => {
    await expectPromisesKept(prepared(), {
      seed: 1352,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'url', repeats: 0 } },
        spinnerOver('new', 'oncePerRecord'),
        { operation: 'connect a sender', input: { limits: { daily: 1, gap: 0, ramp: 0 }, isDefault: true } },
        restoreOfBackup({ spinner: 0, seconds: 0 }),
        { operation: 'trigger', input: { spinner: 0, form: 'ids', records: [0], delay: 0, repeats: 0 } },
      ],
    })
  })

  it('a pool of senders counts the messages that its senders may have sent since the backup', async () => {
    await expectPromisesKept(prepared(), {
      seed: 1352,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'url', repeats: 0 } },
        spinnerOver('new', 'oncePerRecord'),
        {
          operation: 'change the pools of senders',
          input: { kind: 'create', pool: 0, sender: 0, maxPerDay: 1 },
        },
        restoreOfBackup({ spinner: 0, seconds: 0 }),
        { operation: 'trigger', input: { spinner: 0, form: 'ids', records: [0], delay: 0, repeats: 0 } },
      ],
    })
  })

  it('each message that a job may have sent before the restore counts for a later contact policy', async () => {
    const trigger = {
      operation: 'trigger',
      input: { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 },
    }
    await expectPromisesKept(prepared(), {
      seed: 286,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [1], by: 'key', repeats: 0 } },
        spinnerOver('all', 'oncePerRecord', 2),
        trigger,
        restoreOfBackup({ spinner: 0, seconds: 0 }),
        trigger,
        {
          operation: 'change the contact policy',
          input: { messagesPerDay: 0, messagesPerWeek: 2, daysBetweenSpinners: 0, activePerDomain: 0 },
        },
      ],
    })
  })

  it('what a killed worker held of a cancelled job is returned', async () => {
    await expectPromisesKept(prepared(), {
      seed: 5002,
      operations: [
        { operation: 'make a table', input: {} },
        spinnerOver('all', 'oncePerPerson'),
        { operation: 'ingest', input: { table: 0, people: [0], by: 'key', repeats: 0 } },
        { operation: 'trigger', input: { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 } },
        {
          operation: 'crash',
          input: {
            operation: 'work',
            input: { entries: 1, order: 268644 },
            process: 1,
            gate: 1,
            when: 'after',
          },
        },
        { operation: 'cancel a job', input: { job: 0 } },
      ],
    })
  })

  it('a change of the contact policy is finished if the database is lost after its commit', async () => {
    const policyOf = (messagesPerWeek: number) => ({
      operation: 'change the contact policy',
      input: { messagesPerDay: 0, messagesPerWeek, daysBetweenSpinners: 0, activePerDomain: 0 },
    })
    await expectPromisesKept(prepared(), {
      seed: 21761,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'key', repeats: 0 } },
        {
          operation: 'make a spinner',
          input: {
            table: 0,
            audience: 'new',
            contact: 'oncePerRecord',
            window: 0,
            isExclusive: false,
            steps: [
              { kind: 'email', span: 0 },
              { kind: 'waitUntil', span: 0 },
            ],
          },
        },
        { operation: 'trigger', input: { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 } },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'url', repeats: 0 } },
        { operation: 'explain and trigger', input: { spinner: 0, person: 0 } },
        { operation: 'trigger', input: { spinner: 0, form: 'ids', records: [0], delay: 0, repeats: 0 } },
        policyOf(1),
        { operation: 'work', input: { entries: 1, order: 0 } },
        { operation: 'failover', input: { ...policyOf(0), gate: 9, when: 'after', refusals: 0 } },
      ],
    })
  })

  it('explains a person whose record a cancelled job gave back as written to', async () => {
    await expectPromisesKept(prepared(), {
      seed: 513740,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'key', repeats: 0 } },
        spinnerOver('new', 'oncePerPerson'),
        { operation: 'trigger', input: { spinner: 0, form: 'records', records: [10], delay: 0, repeats: 0 } },
        { operation: 'cancel a job', input: { job: 0 } },
        { operation: 'explain and trigger', input: { spinner: 0, person: 1 } },
      ],
    })
  })

  it('a message that was marked before its job was cancelled may be sent after the answer', async () => {
    await expectPromisesKept(prepared(), {
      seed: 707619,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'key', repeats: 0 } },
        spinnerOver('new', 'oncePerRecord'),
        { operation: 'trigger', input: { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 } },
        {
          operation: 'two at once',
          input: {
            first: { operation: 'work', input: { entries: 1, order: 0 } },
            second: { operation: 'cancel a job', input: { job: 0 } },
            meanwhile: [],
            order: 76_486,
          },
        },
      ],
    })
  })

  it('a rehearsal cannot know a bounce that is not read yet', async () => {
    const report = (message: number) => ({ message, kind: 'report', length: 0 })
    await expectPromisesKept(prepared(), {
      seed: 806744,
      operations: [
        { operation: 'make a table', input: {} },
        {
          operation: 'connect a sender',
          input: { limits: { daily: 1, gap: 0, ramp: 0 }, isDefault: true },
        },
        { operation: 'ingest', input: { table: 0, people: [0, 1], by: 'key', repeats: 0 } },
        spinnerOver('all', 'oncePerRecord', 2),
        { operation: 'rehearse and start', input: { spinner: 0, runsToItsEnd: true } },
        {
          operation: 'crash',
          input: {
            operation: 'something comes back',
            input: report(0),
            process: 1,
            gate: 0,
            when: 'before',
          },
        },
        { operation: 'something comes back', input: report(2) },
        { operation: 'rehearse and start', input: { spinner: 0, runsToItsEnd: true } },
      ],
    })
  })

  it('retention that a crash interrupted within a job has deleted the recipients of some slices only', async () => {
    const input = { spinner: 0, runsToItsEnd: true }
    const start = { operation: 'rehearse and start', input }
    await expectPromisesKept(prepared(), {
      seed: 51_933,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'url', repeats: 0 } },
        spinnerOver('new', 'oncePerPerson'),
        { operation: 'trigger', input: { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 } },
        { operation: 'ingest', input: { table: 0, people: [1], by: 'key', repeats: 0 } },
        { operation: 'trigger', input: { spinner: 0, form: 'where', records: [0], delay: 0, repeats: 0 } },
        start,
        { operation: 'crash', input: { ...start, process: 2, gate: 5, when: 'after' } },
      ],
    })
  })

  it('a bounce that is read after the spinner and its table were deleted is told by an event', async () => {
    await expectPromisesKept(prepared(), {
      seed: 115,
      operations: [
        { operation: 'make a table', input: {} },
        {
          operation: 'connect a sender',
          input: { limits: { daily: 0, gap: 0, ramp: 0 }, isDefault: true },
        },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'key', repeats: 0 } },
        spinnerOver('new', 'oncePerPerson'),
        { operation: 'trigger', input: { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 } },
        { operation: 'work', input: { entries: 1, order: 0 } },
        { operation: 'delete a table', input: { table: 0, withSpinners: true, cancels: false } },
        { operation: 'something comes back', input: { message: 0, kind: 'report', length: 0 } },
      ],
    })
  })

  it('a trigger with records for a deleted spinner is refused, although its settings are cached', async () => {
    const trigger = { spinner: 0, form: 'records', records: [1], delay: 0, repeats: 0 }
    await expectPromisesKept(prepared(), {
      seed: 19,
      operations: [
        { operation: 'make a table', input: {} },
        spinnerOver('all', 'oncePerPerson'),
        { operation: 'trigger', input: trigger },
        { operation: 'elapse', input: { seconds: 3_600 } },
        { operation: 'delete a spinner', input: { spinner: 0, cancels: true } },
        { operation: 'trigger', input: trigger },
        { operation: 'restore a table or a spinner', input: { entry: 0 } },
      ],
    })
  })
})

/** Makes a spinner over the run's first data table, for these simulation tests. Its steps only send e-mails. */
/** Returns a restore of a backup that is taken while no work is held. `lost` is what happens after the backup. */
function restoreOfBackup(lost: { readonly spinner: number | null; readonly seconds: number }) {
  const input = {
    lost: [lost],
    crashes: false,
    arriving: [],
    paused: -1,
    stop: { gate: 0 },
    replies: false,
    resumes: false,
  }
  return { operation: 'restore a backup', input }
}

function spinnerOver(audience: 'new' | 'all', contact: 'oncePerPerson' | 'oncePerRecord', emails = 1) {
  const steps = Array.from({ length: emails }, () => ({ kind: 'email', span: 0 }))
  return {
    operation: 'make a spinner',
    input: { table: 0, audience, contact, window: 0, isExclusive: false, steps },
  }
}
