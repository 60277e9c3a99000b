import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { createContainer, postgres } from '../../../src/composition/container.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { labelIds } from '../../../src/domain/conversation/label.ts'
import { ThreadStore } from '../../../src/ports/conversation/threads.ts'
import { ClearEndedJobs, ClearEndedJobsOptions } from '../../../src/use-cases/job/clear-ended-jobs.ts'
import { RotateSecrets } from '../../../src/use-cases/sender/rotate-secrets.ts'
import { type Api, createApi } from '../../support/api.ts'
import { TestInbox } from '../../support/conversation/inbox.ts'
import { createWorkshop, type Person, signUp } from '../../support/data/person.ts'
import { EventLog } from '../../support/event/event-log.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'

describe('the stored mails of threads', () => {
  let world: World
  let api: Api
  let owner: Person
  let inbox: TestInbox

  beforeAll(async () => {
    world = await createWorld([provideValue(ClearEndedJobsOptions, new ClearEndedJobsOptions(90))])
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.follow()
    owner = await signUp(api)
    inbox = await TestInbox.begin(world, owner, await createWorkshop(owner))
  })

  const textsOf = (mails: readonly { readonly text: string }[]) => mails.map(({ text }) => text.trim())
  const exported = async (email: string) =>
    textsOf((await owner.do('POST', '/people/export', { email })).mails)
  const rowsOf = async (table: string) => {
    const counted = `select count(*)::int as count from ${table} where organization_id = $1`
    return (await world.sql.query(counted, [owner.organizationId])).rows[0].count
  }

  /** Makes the stored mails of the organization this number of days older. */
  const age = (days: number) =>
    world.sql.query(
      'update thread_messages set at = at - make_interval(days => $2) where organization_id = $1',
      [owner.organizationId, days],
    )

  it('are exported and erased with the person, and mails that others wrote about the person, too', async () => {
    const references = [await inbox.sentTo(ada)]
    const id = await inbox.receive({ text: 'Yes!', references })
    await inbox.receive({
      from: grace,
      text: 'Write to Ada@Example.com',
      references: [await inbox.sentTo(grace)],
    })
    await inbox.receive({ from: grace, text: 'Not to me', references: [await inbox.sentTo(grace)] })
    expect(await exported(ada)).toEqual(['Yes!', 'Write to Ada@Example.com'])
    const { stores } = await owner.do('POST', '/people/erase', { email: ada })
    expect(stores).toContainEqual({ store: 'threadMails', erased: 2 })
    expect(await inbox.threads()).toEqual([[grace, 1]])
    expect(await exported(grace)).toEqual(['Not to me'])
    expect(await inbox.threads('q=Write')).toEqual([])
    // The mailbox still has the mail, and another mailbox of the pool gets it only now.
    await inbox.receive({ id, text: 'Yes!', references })
    expect(await inbox.threads()).toEqual([[grace, 1]])
  })

  it('of a person who has opted out and was erased are never stored again', async () => {
    const references = [await inbox.sentTo(ada)]
    await inbox.receive({ references })
    await owner.do('POST', '/suppressions', { email: ada })
    await owner.do('POST', '/people/erase', { email: ada })
    await inbox.receive({ text: 'Another one', references })
    expect(await inbox.threads()).toEqual([])
  })

  it('are deleted after the days of their organization, otherwise after RETENTION_DAYS, with their thread', async () => {
    const clear = () => world.container.get(ClearEndedJobs).execute(new AbortController().signal)
    await inbox.receive({ references: [await inbox.sentTo(ada)] })
    await age(40)
    await inbox.receive({ from: grace, text: 'Later', references: [await inbox.sentTo(grace)] })
    await clear()
    expect(await inbox.threads()).toHaveLength(2)
    await owner.do('PATCH', '/organization', { keepRepliesDays: 30 })
    await clear()
    expect(await inbox.threads()).toEqual([[grace, 1]])
    await owner.do('PATCH', '/organization', { keepRepliesDays: null })
    await age(91)
    await clear()
    for (const table of ['threads', 'thread_messages', 'thread_words', 'thread_keys', 'thread_places'])
      expect([table, await rowsOf(table)]).toEqual([table, 0])
    expect(await rowsOf('thread_placements')).toBe(0)
  })

  it('show in a thread what remains of it: the newest mail and whether it awaits an answer', async () => {
    const sent = await inbox.sentTo(ada)
    await inbox.receive({ text: 'A question', references: [sent] })
    await age(2)
    const headers = { 'Auto-Submitted': 'auto-replied' }
    await inbox.receive({ text: 'Away', headers, references: [sent] })
    await owner.do('PATCH', '/organization', { keepRepliesDays: 1 })
    await world.container.get(ThreadStore).clear(90, world.clock.now(), new AbortController().signal)
    expect((await owner.do('GET', '/threads')).items).toMatchObject([
      { messageCount: 1, isAwaiting: false, lastReplyAt: null, latest: { text: 'Away' } },
    ])
  })

  it('are encrypted again with a newer key, and read as before', async () => {
    await inbox.receive({ text: 'Yes!', references: [await inbox.sentTo(ada)] })
    const database = new Database({ url: world.databaseUrl, poolSize: 2 })
    const keys = [{ id: 'newer', secret: 'n'.repeat(32) }, ...world.config.secrets]
    const newer = createContainer(world.config, postgres(database), [
      provideValue(KeyRing, new KeyRing(keys)),
    ])
    const { rows } = await world.sql.query('select id from threads where organization_id = $1', [
      owner.organizationId,
    ])
    const reach = { organizationId: owner.organizationId, projectIds: null }
    const read = (store: ThreadStore) => store.messages(reach, rows[0].id, { limit: 10, after: null })
    const before = await read(world.container.get(ThreadStore))
    const sealed = async () => {
      const { places } = await newer.get(RotateSecrets).execute()
      return places.find(({ place }) => place === 'mails of threads')?.sealed
    }
    expect(await sealed()).toBeGreaterThan(0)
    expect(await sealed()).toBe(0)
    expect(await read(newer.get(ThreadStore))).toEqual(before)
    await database.close()
  })

  it('write events of replies, labels and assignments, which the erasure of the person takes', async () => {
    const types = ['thread.replied', 'thread.labelled', 'thread.assigned'] as const
    const log = await EventLog.of(world, owner.organizationId, types)
    const references = [await inbox.sentTo(ada)]
    await inbox.receive({ headers: { 'Auto-Submitted': 'auto-replied' }, references })
    await inbox.receive({ references })
    const [{ id }] = (await owner.do('GET', '/threads')).items
    await owner.do('PUT', `/threads/${id}/labels`, { labels: [labelIds.interested] })
    const { user } = await owner.do('GET', '/whoami')
    await owner.do('PATCH', `/threads/${id}`, { assigneeId: user.id })
    await owner.do('PATCH', `/threads/${id}`, { assigneeId: user.id, isUnread: false })
    const written = (await log.next(...types)).map(({ type, object, data }) => ({
      type,
      objectId: object.id,
      ...data,
    }))
    const { jobId } = inbox
    expect(written).toMatchObject([
      { type: 'thread.labelled', objectId: id, labelId: labelIds.outOfOffice, isSet: true, jobId },
      { type: 'thread.replied', objectId: id, jobId },
      { type: 'thread.labelled', objectId: id, labelId: labelIds.interested, isSet: true, jobId },
      { type: 'thread.labelled', objectId: id, labelId: labelIds.outOfOffice, isSet: false, jobId },
      { type: 'thread.assigned', objectId: id, assigneeId: user.id, jobId },
    ])
    expect((await owner.do('GET', '/audit?action=thread.assigned')).items).toHaveLength(1)
  })
})
