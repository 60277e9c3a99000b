import { afterEach, expect, it } from '@jest/globals'
import { eventStream } from '../../../../src/adapters/http/event/event-stream.ts'
import { type Event, type EventBatch, eventsOf } from '../../../../src/domain/event/event.ts'

const realNow = Date.now
afterEach(() => {
  Date.now = realNow
})

const organizationId = '01983b5e-7c00-7000-bfff-00000000abcd'

/** Returns 500 events, which take more memory than a stream holds for a client that does not read. */
function fullBatch(number: number): readonly Event[] {
  const batch: EventBatch = {
    organizationId,
    number,
    count: 500,
    projectId: null,
    spinnerId: null,
    type: 'record.added',
    objectType: 'record',
    objects: Array.from({ length: 500 }, (_, at) => String(number + at)),
    data: {},
    each: null,
    addresses: null,
    createdAt: new Date('2026-11-20T12:00:00.000Z'),
  }
  return eventsOf(batch)
}

/** Opens a stream of full batches. `read` reads chunks and returns how many events they had. */
function open() {
  let number = 1
  const follower = {
    next: async () => {
      const events = fullBatch(number)
      number += events.length
      return events
    },
  }
  /** The checks of the key so far, and their result. */
  const key = { checks: 0, isValid: true }
  const mayRead = async () => {
    key.checks++
    return key.isValid
  }
  const gone = new AbortController()
  const stream = eventStream(follower, mayRead, gone.signal)
  const chunks = stream[Symbol.asyncIterator]()
  return {
    key,
    gone,
    close: () => stream.destroy(),
    /** Reads a number of chunks, or all until the end of the stream. */
    read: async (most = Number.POSITIVE_INFINITY) => {
      let text = ''
      for (let count = 0; count < most; count++) {
        const { value, done } = await chunks.next()
        if (done === true) break
        text += String(value)
      }
      return text.match(/^id: /gm)?.length ?? 0
    },
  }
}

/** Lets a time pass in which the client reads nothing. */
function pass(ms: number): void {
  const later = Date.now() + ms
  Date.now = () => later
}

it('ends within a list of events for a slow client whose key has ended', async () => {
  const { read, key } = open()
  await read(1)
  key.isValid = false
  pass(5_001)
  expect(await read()).toBeLessThan(500)
  expect(key.checks).toBe(1)
})

it('checks the key of a slow client every five seconds, and continues while the key is valid', async () => {
  const { read, key, close } = open()
  let seen = await read(1)
  for (let checks = 1; checks <= 3; checks++) {
    pass(5_001)
    while (key.checks < checks) seen += await read(1)
  }
  expect(seen).toBeLessThan(1_000)
  await read(2_000)
  expect(key.checks).toBe(3)
  close()
})

it('ends within a list of events when the service stops', async () => {
  const { read, gone } = open()
  await read(1)
  gone.abort()
  expect(await read()).toBeLessThan(500)
})
