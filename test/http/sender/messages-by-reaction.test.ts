import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { InboundFactKind } from '../../../src/domain/sender/inbound/inbound-fact.ts'
import { OrganizationStore } from '../../../src/ports/account/organizations.ts'
import { InboundFactProcessor } from '../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { type Api, createApi } from '../../support/api.ts'
import { createWorkshop, type Person, signUp, type Workshop } from '../../support/data/person.ts'
import { createWorld, type World } from '../../support/world.ts'

const ada = 'ada@example.com'
const grace = 'grace@example.com'

/** The parameter `reaction` of the list of messages for each figure of responses. */
const listed = { replies: 'reply', bounces: 'bounce', complaints: 'complaint' } as const
type Figures = Readonly<Record<keyof typeof listed, number>>

describe('the messages by their reactions', () => {
  let world: World
  let api: Api
  let owner: Person
  let workshop: Workshop
  let facts = 0

  beforeAll(async () => {
    world = await createWorld()
    api = await createApi(world)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    world.clock.set('2026-11-20T08:10:00.000Z')
    await world.sql.query('delete from activity; delete from activity_progress; delete from inbound_facts')
    owner = await signUp(api)
    workshop = await createWorkshop(owner)
    await owner.do('POST', `/spinners/${workshop.spinnerId}/jobs`)
    await world.drain()
  })

  /** Receives a reaction of a person, by default proven by a provider, and lets some minutes pass. */
  async function react(kind: InboundFactKind, address: string, { isProven = true, minutes = 20 } = {}) {
    await world.container.get(InboundFactProcessor).process({
      organizationId: owner.organizationId,
      senderId: null,
      fact: {
        kind,
        key: `fact ${facts++}`,
        at: world.clock.now(),
        messageId: null,
        until: null,
        status: null,
        serverResponse: null,
        voucher: isProven ? 'provider' : null,
        asksToStop: false,
        answers: { messageIds: [], providerId: null, providerThread: null, addresses: [address] },
      },
    })
    world.clock.advance(minutes * 60)
  }
  const recipientsOf = async (query: string): Promise<string[]> => {
    const { items } = await owner.do('GET', `/messages?${query}`)
    return items.map(({ to }: { to: string }) => to).toSorted()
  }
  /** Expects for each figure of a period that the list that it names has as many messages. */
  async function expectListsToEqual(figures: Figures, since: string, until: string): Promise<void> {
    for (const [figure, reaction] of Object.entries(listed)) {
      const period = `reactedSince=${since}&reactedUntil=${until}`
      const messages = await recipientsOf(`reaction=${reaction}&${period}`)
      expect([figure, since, messages.length]).toEqual([figure, since, figures[figure as keyof Figures]])
    }
  }

  it('are as many as the home page counts, in each bar and in total, before and after the summing', async () => {
    await react('reply', ada)
    await react('softBounce', grace, { minutes: 60 })
    await react('reply', ada)
    await react('hardBounce', grace)
    await react('complaint', grace, { minutes: 90 })
    await react('complaint', ada, { isProven: false })
    await react('reply', grace)
    const check = async () => {
      const { totals, since, until, parts } = await owner.do('GET', '/overview')
      expect(totals).toMatchObject({ replies: 2, bounces: 1, complaints: 1 })
      await expectListsToEqual(totals, since, until)
      for (const [index, part] of parts.entries())
        await expectListsToEqual(part, part.at, parts[index + 1]?.at ?? until)
    }
    await check()
    while (await world.container.get(OrganizationStore).foldActivity());
    await check()
  })

  it('are found by a reaction of any kind, beside the other filters', async () => {
    await react('reply', ada)
    await react('hardBounce', grace)
    const since = 'reactedSince=2026-11-20T08:00:00Z'
    expect(await recipientsOf(since)).toEqual([ada, grace])
    expect(await recipientsOf('reactedUntil=2026-11-20T08:30:00Z')).toEqual([ada])
    expect(await recipientsOf(`${since}&email=${grace}`)).toEqual([grace])
    expect(await recipientsOf(`${since}&until=2026-11-20T08:00:00Z`)).toEqual([])
    const other = await signUp(api)
    expect((await other.do('GET', `/messages?${since}`)).items).toEqual([])
  })

  it('come page by page, newest message first', async () => {
    await react('reply', grace)
    await react('reply', ada)
    const first = await owner.do('GET', '/messages?reaction=reply&limit=1')
    const second = await owner.do('GET', `/messages?reaction=reply&limit=1&cursor=${first.nextCursor}`)
    expect(first.items[0].id > second.items[0].id).toBe(true)
    expect(second.nextCursor).toBeNull()
  })

  it('are refused for an unknown kind or a time that is none', async () => {
    for (const query of ['reaction=opened', 'reactedSince=yesterday', 'reactedUntil='])
      expect((await owner.ask('GET', `/messages?${query}`)).status).toBe(400)
  })
})
