import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type pg from 'pg'
import { deletionTime } from '../../../src/domain/account/deletion/organization-deletion.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Slices } from '../../../src/ports/job/slices.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { DeleteOrganizations } from '../../../src/use-cases/account/deletion/delete-organizations.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { untilLocksAreAwaited } from '../../support/until.ts'
import { createWorld, type World } from '../../support/world.ts'

const password = 'correct horse battery staple'

describe('the deletion of an organization with jobs', () => {
  let world: World
  let api: Api
  let person: Person
  let own: Workshop
  /** Database connections that the test controls. */
  let runtime: pg.Client
  let blocker: pg.Client

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
    runtime = await world.connect()
    blocker = await world.connect()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    person = await signUp(api)
    own = await createWorkshop(person)
  })

  const start = async () => String((await person.do('POST', `/spinners/${own.spinnerId}/jobs`)).jobId)
  const lease = () => ({ holder: world.container.get(Ids).next(), seconds: 60 })
  const take = async (jobId: string) => {
    const held = lease()
    const slice = await world.container.get(Slices).take(jobId, held)
    if (slice === null) throw new Error('A slice was expected')
    return { slice, held }
  }
  const statusOf = async (jobId: string) =>
    (await world.sql.query<{ status: string }>('select status from jobs where id = $1', [jobId])).rows[0]
      ?.status
  /** Commits the request for the deletion, without the pause of further jobs that follows it. */
  const commitRequest = () =>
    world.container.get(UnitOfWork).run(async (tx) => {
      const { organizationId } = person
      await tx.organizations.lock(organizationId)
      const requestedAt = world.clock.now()
      const requestedBy = world.container.get(Ids).next()
      const deletesAt = deletionTime(requestedAt)
      const deletion = { organizationId, status: 'grace', requestedAt, deletesAt, requestedBy } as const
      await tx.organizations.requestDeletion(deletion)
    })
  const runtimeContinues = () =>
    world.container.get(DeleteOrganizations).execute(new AbortController().signal)
  /** Lets the runtime read the list of deletions before a change of this organization's deletion is committed. */
  const continueDuring = async (change: string) => {
    await blocker.query('begin')
    await blocker.query(change, [person.organizationId])
    const continued = runtimeContinues()
    await Promise.race([continued, untilLocksAreAwaited(world.sql)])
    await blocker.query('commit')
    await continued
  }
  const undo = 'select undo_deletion(p_organization => $1)'

  it('pauses in its own commit only jobs whose slices runtimes hold', async () => {
    const [held, queued] = [await start(), await start()]
    await take(held)
    await commitRequest()
    expect([await statusOf(held), await statusOf(queued)]).toEqual(['paused', 'queued'])
  })

  it('is answered after the last mark of a slice that was leased during the request', async () => {
    const jobId = await start()
    const { slice, held } = await take(jobId)
    await world.container.get(Slices).release(slice, held)
    const holder = world.container.get(Ids).next()
    await runtime.query('begin')
    await runtime.query(
      `select lease_slice(p_job => $1, p_holder => $2, p_seconds => 60, p_connection => null, p_now => now())`,
      [jobId, holder],
    )
    // Keeps the request from pausing the job until the slice is leased and a message is marked.
    await blocker.query('begin')
    await blocker.query('select from jobs where id = $1 for share', [jobId])
    const steps: string[] = []
    const request = person
      .ask('POST', '/organization/deletion', { name: 'Analytical Engines', password })
      .then(({ status }) => steps.push(`the request is answered ${status}`))
    await untilLocksAreAwaited(world.sql)
    await runtime.query('commit')
    await runtime.query('begin')
    await runtime.query(
      `select settle_and_mark_people(
         p_job => $1, p_slice => $2, p_holder => $3, p_seconds => 60, p_heeds_policy => false, p_now => now(),
         p_settled => '{"ids": []}', p_released => null,
         p_marked => jsonb_build_object('ids', array[$4::bigint], 'addresses', array[null], 'digests', '[]'::jsonb, 'steps', array[0]))`,
      [jobId, slice.no, holder, slice.recipients[0]?.recordId],
    )
    await blocker.query('commit')
    await Promise.race([request, untilLocksAreAwaited(world.sql)])
    steps.push('the mark is committed')
    await runtime.query('commit')
    await request
    expect(steps).toEqual(['the mark is committed', 'the request is answered 200'])
    expect(await statusOf(jobId)).toBe('paused')
  }, 90_000)

  it('pauses no jobs after an undo that the runtime did not see', async () => {
    const jobId = await start()
    await commitRequest()
    await continueDuring(undo)
    expect(await statusOf(jobId)).toBe('queued')
  })

  it('resumes no jobs after a new request that the runtime did not see', async () => {
    const jobId = await start()
    await commitRequest()
    await runtimeContinues()
    await world.sql.query(undo, [person.organizationId])
    expect(await statusOf(jobId)).toBe('paused')
    await continueDuring(
      `select request_deletion(p_organization => $1, p_at => now(), p_actor => null, p_until => now() + interval '7 days')`,
    )
    expect(await statusOf(jobId)).toBe('paused')
  })
})
