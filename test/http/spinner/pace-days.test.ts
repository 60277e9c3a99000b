import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { AskDueTurns } from '../../../src/use-cases/job/ask-due-turns.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, personWith, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('the days of a pace', () => {
  let world: World
  let api: Api
  let person: Person
  let workshop: Workshop

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(async () => {
    await api.close()
    await world.close()
  })
  beforeEach(async () => {
    world.clock.set('2026-10-24T20:00:00.000Z')
    person = await signUp(api)
    workshop = await createWorkshop(person)
  })

  /** Moves the clock, signs in again, because sessions expire, and does the work that is due. */
  const passUntil = async (at: string) => {
    world.clock.set(at)
    const { email, password } = person
    const { body } = await api.ask('/api/v1/auth/sign-in', { method: 'POST', json: { email, password } })
    person = personWith(api, String(body['token']), email, password, body)
    await world.container.get(AskDueTurns).execute()
    await world.drain()
  }
  const publish = async (pace: object) => {
    await person.do('PATCH', `/spinners/${workshop.spinnerId}`, { pace })
    await person.do('POST', `/spinners/${workshop.spinnerId}/publish`)
  }
  /** Imports people whose names are numbers, and starts a job over all of the table. */
  const start = async (count: number): Promise<string> => {
    const rows = Array.from({ length: count }, (_, no) => `P${no},p${no}@example.com`)
    await person.import(workshop.dataTableId, `name,email\n${rows.join('\n')}\n`)
    return (await person.do('POST', `/spinners/${workshop.spinnerId}/jobs`)).jobId
  }
  const doneOf = async (jobId: string): Promise<number> =>
    (await person.do('GET', `/jobs/${jobId}`)).counts.done

  it('are those of the time zone, also when a day has 25 hours', async () => {
    await person.do('PATCH', '/organization', { timeZone: 'Europe/Berlin' })
    await publish({ maxNewPerDay: 2 })
    const jobId = await start(4)
    const done = []
    // Clocks in Berlin are set back on 25 October, so this day ends at 23:00 UTC and the day before at 22:00 UTC.
    for (const at of ['24T20:00', '24T21:59', '24T22:00', '25T22:30', '25T23:00', '26T23:00']) {
      await passUntil(`2026-10-${at}:00.000Z`)
      done.push(await doneOf(jobId))
    }
    expect(done).toEqual([2, 2, 4, 4, 6, 6])
  })

  it('keep their places if a person who waits is erased', async () => {
    await publish({ maxNewPerDay: 1 })
    const jobId = await start(2)
    await passUntil('2026-10-24T20:00:00.000Z')
    expect(await doneOf(jobId)).toBe(1)
    const waiting = (await person.do('GET', `/jobs/${jobId}/recipients?status=waiting`)).items
    expect(waiting).toHaveLength(3)
    await person.do('POST', '/people/erase', { email: 'p1@example.com' })
    const done = []
    for (const day of [25, 26, 27, 28]) {
      await passUntil(`2026-10-${day}T00:00:00.000Z`)
      done.push(await doneOf(jobId))
    }
    expect(done.at(-1)).toBe(3)
    expect(done.every((count, day) => count <= day + 2)).toBe(true)
    expect(await person.do('GET', `/jobs/${jobId}`)).toMatchObject({ status: 'completed' })
  })
})
