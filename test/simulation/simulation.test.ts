import { describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { createEmptyDatabase } from '../support/test-database.ts'
import { expectPromisesKept } from './expect-promises-kept.ts'
import type { Input } from './operations/operation.ts'
import { operations } from './operations/operations.ts'
import { forgetful } from './planted/faults/forgetful-slices.ts'
import { deaf, forgetsOthers } from './planted/faults/replies.ts'
import { preparedForTests } from './prepared-for-tests.ts'
import { testOf } from './printed.ts'
import { noMessageTwice } from './promises/no-message-twice.ts'
import { nothingInNoSendPeriods } from './promises/nothing-in-no-send-periods.ts'
import { repliesStopEverywhere } from './promises/replies-stop-everywhere.ts'
import { randomDelays } from './random-delays.ts'
import { Random } from './run/random.ts'
import { drawRun, perform, type Run } from './run/run.ts'
import { shrink } from './shrink.ts'

const steps = 40
/**
 * The timeout in milliseconds of a test that runs the simulator several times. One run takes one or two seconds on
 * two cores; a busy machine may take longer.
 */
const patienceMs = 180_000

describe('the simulator', () => {
  const prepared = preparedForTests()

  it.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    'finds every promise kept in seed %i',
    async (seed) => {
      await expectPromisesKept(prepared(), drawRun(seed, steps))
    },
  )

  it.each([22, 1, 5])(
    'produces the same story for seed %i, byte for byte, however long each operation takes',
    async (seed) => {
      const run = drawRun(seed, steps)
      const { story } = await perform(prepared(), run)
      expect((await perform(prepared(), run, { holdUp: randomDelays })).story).toEqual(story)
    },
    patienceMs,
  )

  it(
    'produces the same story beside a transaction in another database, which prevents the reuse of rows',
    async () => {
      const other = await createEmptyDatabase()
      const client = new pg.Client({ connectionString: other.url })
      try {
        await client.connect()
        const run = drawRun(22, steps)
        const { story } = await perform(prepared(), run)
        await client.query('begin')
        await client.query('select pg_current_xact_id()')
        expect((await perform(prepared(), run)).story).toEqual(story)
      } finally {
        await client.end()
        await other.drop()
      }
    },
    patienceMs,
  )

  it('distinguishes two spinners that are created at once', async () => {
    const spinner = { table: 0, audience: 'all', contact: 'oncePerRecord', isExclusive: false }
    const withWindow = (window: number) => ({
      operation: 'make a spinner',
      input: { ...spinner, window, steps: [{ kind: 'email', span: 0 }] },
    })
    const both = { first: withWindow(0), second: withWindow(4), meanwhile: [], order: 70_218 }
    await expectPromisesKept(prepared(), {
      seed: 771,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'key', repeats: 0 } },
        { operation: 'two at once', input: both },
        { operation: 'trigger', input: { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 } },
      ],
    })
  })

  it('finds that a person who replied to one spinner still gets a message of another', async () => {
    const spinner = {
      operation: 'make a spinner',
      input: {
        table: 0,
        audience: 'all',
        contact: 'oncePerRecord',
        window: 0,
        isExclusive: false,
        exits: 2,
        stopsEverywhere: true,
        steps: [
          {
            kind: 'email',
            span: 0,
          },
          {
            kind: 'wait',
            span: 3,
          },
          {
            kind: 'email',
            span: 0,
          },
        ],
      },
    }
    const trigger = (nth: number) => ({
      operation: 'trigger',
      input: { spinner: nth, form: 'plain', records: [0], delay: 0, repeats: 0 },
    })
    const run = {
      seed: 2,
      operations: [
        { operation: 'make a table', input: {} },
        { operation: 'ingest', input: { table: 0, people: [0], by: 'key', repeats: 0 } },
        spinner,
        spinner,
        trigger(0),
        trigger(1),
        { operation: 'elapse', input: { seconds: 3_600 } },
        { operation: 'a waiting or failed person reacts', input: { message: 0, kind: 'reply' } },
        { operation: 'elapse', input: { seconds: 40 * 24 * 3_600 } },
      ],
    }
    const changes = { replacements: forgetsOthers, promises: [repliesStopEverywhere] }
    const { violations } = await perform(prepared(), run, changes)
    expect(violations.map(({ promise }) => promise)).toEqual([repliesStopEverywhere.promise])
    await expectPromisesKept(prepared(), run)
  })

  it(
    'reduces a run that breaks a promise to the necessary operations',
    async () => {
      const changes = { replacements: forgetful, promises: [noMessageTwice] }
      const fails = async (run: Run) => (await perform(prepared(), run, changes)).violations.length > 0
      const broken = await firstThat(fails)
      const shortest = await shrink(broken, fails)
      expect(shortest.operations.map(({ operation }) => operation).toSorted()).toEqual([
        'ingest',
        'make a spinner',
        'make a table',
        'trigger',
      ])
      const [violation] = (await perform(prepared(), shortest, changes)).violations
      expect(violation?.promise).toBe(noMessageTwice.promise)
      expect(violation && testOf(shortest, violation)).toContain(`seed: ${shortest.seed},`)
    },
    patienceMs,
  )

  it(
    'sees that a request for no more mail is taken for an ordinary reply',
    async () => {
      const promises = [nothingInNoSendPeriods]
      const fails = async (run: Run) =>
        (await perform(prepared(), run, { replacements: deaf, promises })).violations.length > 0
      const broken = await firstThat(fails, optedOut)
      expect((await perform(prepared(), broken, { promises })).violations).toEqual([])
    },
    patienceMs,
  )
})

/** Returns the input of a spinner without limits, which any reaction of a person stops. */
function spinnerOf(...kinds: readonly string[]): Input {
  const unlimited = {
    table: 0,
    audience: 'all',
    contact: 'oncePerRecord',
    isExclusive: false,
    window: 0,
    exits: 2,
    starts: 0,
  }
  return { ...unlimited, steps: kinds.map((kind) => ({ kind, span: 0 })) }
}

/**
 * Operations after which another spinner would write to a person who has asked for no more mail, if the service ignored
 * the request.
 */
const optedOut: readonly (readonly [name: string, input: Input])[] = [
  ['make a table', {}],
  ['ingest', { people: [0], by: 'key', repeats: 0 }],
  ['make a spinner', spinnerOf('email', 'wait', 'email')],
  ['make a spinner', spinnerOf('email')],
  ['trigger', { spinner: 0, form: 'plain', delay: 0, repeats: 0 }],
  ['elapse', { seconds: 60 }],
  ['a waiting or failed person reacts', { message: 0, kind: 'opt-out' }],
  // An ordinary reply also stops the jobs of its own millisecond.
  ['elapse', { seconds: 60 }],
  ['trigger', { spinner: 1, form: 'plain', delay: 0, repeats: 0 }],
  ['elapse', { seconds: 3_600 }],
]

/**
 * Operations of the simulator with fixed inputs instead of drawn ones. Four of the seven are enough for the
 * planted fault to send a message twice.
 */
const planted: readonly (readonly [name: string, input: Input])[] = [
  ['make a table', {}],
  ['ingest', {}],
  ['make a spinner', { steps: [{ kind: 'email', span: 0 }], audience: 'new', window: 0, starts: 0 }],
  ['trigger', { form: 'plain', delay: 0 }],
  ['elapse', { seconds: 3_600 }],
  ['ingest', {}],
  ['elapse', { seconds: 60 }],
]

async function firstThat(fails: (run: Run) => Promise<boolean>, planned = planted): Promise<Run> {
  for (let seed = 1; seed <= 10; seed++) {
    const random = new Random('planted', seed)
    const drawn = planned.flatMap(([name, input]) =>
      operations
        .filter((operation) => operation.name === name)
        .map((operation) => ({
          operation: name,
          input: { ...operation.draw(random, operations), ...input },
        })),
    )
    if (await fails({ seed, operations: drawn })) return { seed, operations: drawn }
  }
  throw new Error('No seed shows the planted fault')
}
