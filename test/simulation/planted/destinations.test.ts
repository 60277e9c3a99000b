import { describe, it } from '@jest/globals'
import { preparedForTests } from '../prepared-for-tests.ts'
import { eventsArrive } from '../promises/destinations/events-arrive.ts'
import { eventsNotRepeated } from '../promises/destinations/events-not-repeated.ts'
import { eventsWithinReach } from '../promises/destinations/events-within-reach.ts'
import { formerReach, keepsRetries, noRetries, unlimitedAttempts } from './faults/destinations.ts'
import { expectFaultSeen, type Planned } from './faults/expect-fault-seen.ts'

const toAll = { project: 2, caller: 2, includesAddresses: false, batchesEvents: true }
const change = { destination: 0, caller: 2, includesAddresses: false }

/** Operations after which a request of a destination has failed in about every fourth seed. */
const used: readonly Planned[] = [
  ['make a table', { otherProject: false }],
  ['make a table', { otherProject: true }],
  ['create a destination', toAll],
  ['ingest', { table: 0 }],
  ['ingest', { table: 1 }],
  ['deliver events', {}],
]
const timePasses: Planned = ['elapse', { seconds: 86_400 }]
const narrowed: Planned = ['change a destination', { ...change, what: 'project', project: 0 }]
const moved: Planned = ['change a destination', { ...change, what: 'url' }]

describe('the simulator sees that destinations', () => {
  const prepared = preparedForTests()

  it('get a retry of events that their present project excludes', async () => {
    const plan = [...used, narrowed, timePasses]
    await expectFaultSeen(prepared(), plan, { replacements: formerReach, promises: [eventsWithinReach] })
  })

  it('get a retry at a new URL', async () => {
    const plan = [...used, moved, timePasses]
    await expectFaultSeen(prepared(), plan, { replacements: keepsRetries, promises: [eventsNotRepeated] })
  })

  it('show a key the answers about events of other projects', async () => {
    const read: Planned = ['repeat an attempt', { destination: 0, attempt: 0, caller: 0 }]
    const plan = [...used, narrowed, read]
    await expectFaultSeen(prepared(), plan, { replacements: unlimitedAttempts, promises: [] })
  })

  it('lose events that were refused once', async () => {
    const plan = [...used, timePasses]
    await expectFaultSeen(prepared(), plan, { replacements: noRetries, promises: [eventsArrive] })
  })
})
