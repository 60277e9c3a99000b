import { describe, it } from '@jest/globals'
import { expectPromisesKept } from './expect-promises-kept.ts'
import type { Action, Input } from './operations/operation.ts'
import { preparedForTests } from './prepared-for-tests.ts'

const patienceMs = 120_000
/** A crash at a later use of the database than this one finds no request. */
const maxUses = 6

const act = (operation: string, input: Input = {}): Action => ({ operation, input })

const settings = {
  audience: 'all',
  contact: 'oncePerPerson',
  window: 0,
  isExclusive: false,
  exits: 0,
  stopsEverywhere: false,
}

/** A table with two records, and a spinner that has written to both. */
const before = [
  act('make a table'),
  act('ingest', { table: 0, people: [0, 1], by: 'key', repeats: 0 }),
  act('make a spinner', {
    table: 0,
    ...settings,
    steps: [{ kind: 'email', span: 0 }],
  }),
  act('trigger', { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 }),
  act('elapse', { seconds: 3_600 }),
]
const deleteRecords = act('delete records', { table: 0, records: [0, 1] })
const deleteTable = act('delete a table', { table: 0, withSpinners: true, cancels: true })
/** Restores a table first, whose entry comes after the entry of its spinner. */
const restoreThings = [1, 0, 0].map((entry) => act('restore a table or a spinner', { entry }))
const after = [
  ...restoreThings,
  act('restore records', { entry: 0 }),
  act('publish a change', {
    spinner: 0,
    edit: 'text',
    settings,
    at: 0,
    kind: 'email',
    span: 0,
    movesRecipients: false,
    staysDraft: false,
  }),
  act('trigger', { spinner: 0, form: 'plain', records: [0], delay: 0, repeats: 0 }),
  act('elapse', { seconds: 3_600 }),
]

/** Requests that are repeated after their process ended, each with the operations before it. */
const requests: readonly (readonly [name: string, earlier: readonly Action[], request: Action])[] = [
  ['the deletion of records', [], deleteRecords],
  ['the restore of records', [deleteRecords], act('restore records', { entry: 0 })],
  ['the deletion of a spinner', [], act('delete a spinner', { spinner: 0, cancels: true })],
  ['the deletion of a table', [], deleteTable],
  ['the restore of a table', [deleteTable], act('restore a table or a spinner', { entry: 1 })],
  ['a permanent deletion', [deleteRecords], act('delete permanently', { entry: 0 })],
]

describe('a request of the bin whose process is killed', () => {
  const prepared = preparedForTests()

  it.each(requests)(
    'can be repeated, and nothing is lost or sent twice: %s',
    async (_, earlier, request) => {
      for (const when of ['before', 'after'])
        for (let gate = 1; gate <= maxUses; gate++) {
          const killed = act('crash', { ...request, process: 0, gate, when })
          const operations = [...before, ...earlier, killed, request, ...after]
          await expectPromisesKept(prepared(), { seed: 7, operations })
        }
    },
    patienceMs,
  )
})
