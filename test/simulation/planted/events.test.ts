import { describe, it } from '@jest/globals'
import type { Binding } from '../../../src/composition/provide.ts'
import { preparedForTests } from '../prepared-for-tests.ts'
import { eventsReadOnce } from '../promises/organization/events-read-once.ts'
import { fromTheBeginning, shortPages } from './faults/events.ts'
import { expectFaultSeen, type Planned } from './faults/expect-fault-seen.ts'

const plan: readonly Planned[] = [
  ['make a table', { otherProject: false }],
  ['ingest', { table: 0, people: [0, 1, 2], by: 'key', repeats: 0 }],
  ['make a spinner', { table: 0, audience: 'all', window: 0, steps: [{ kind: 'email', span: 0 }] }],
  ['trigger', { spinner: 0, form: 'plain', delay: 0, repeats: 0 }],
  ['elapse', { seconds: 60 }],
  ['read events', { reader: 0, limit: 7, pages: 2 }],
  ['read events', { reader: 0, limit: 7, pages: 2 }],
  ['elapse', { seconds: 60 }],
]

describe('the simulator sees that a reader of events', () => {
  const prepared = preparedForTests()
  const expectSeen = (replacements: readonly Binding[]) =>
    expectFaultSeen(prepared(), plan, { replacements, promises: [eventsReadOnce] })

  it('misses an event', () => expectSeen(shortPages))

  it('gets an event again', () => expectSeen(fromTheBeginning))
})
