import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { DomainVerdict } from '../../../src/domain/sender/domain-findings.ts'
import { newTestClock } from '../../../src/domain/test-mode/test-clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { SenderStore } from '../../../src/ports/sender/senders.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { addSender } from '../../support/data/senders.ts'
import { createTenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('Senders', () => {
  let world: World
  let senders: SenderStore
  let organizationId: string
  beforeAll(async () => {
    world = await createWorld()
    senders = world.container.get(SenderStore)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    organizationId = (await createTenant(world)).organizationId
    while ((await senders.takeUnchecked(later(10), 100)).length > 0);
  })

  const later = (days: number) => new Date(world.clock.now().getTime() + days * dayMs)
  const verdict = (): DomainVerdict => ({
    domain: 'example.com',
    findings: [
      {
        record: 'dmarc',
        status: 'missing',
        name: '_dmarc.example.com',
        type: 'TXT',
        value: 'v=DMARC1; p=none',
        message: "It's not there",
        found: [],
      },
    ],
    checkedAt: world.clock.now(),
  })

  it('return a sender before and after the check of its domain', async () => {
    const id = await addSender(world, organizationId, { settings: { dkimSelector: 'mx' } })
    const sender = await senders.withVerdict(organizationId, id)
    expect(sender).toEqual({
      id,
      organizationId,
      kind: 'google',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      replyTo: null,
      signature: null,
      signatureHtml: null,
      settings: { dkimSelector: 'mx' },
      verdict: null,
    })
    await senders.saveVerdict(id, { ...verdict(), domain: 'former.example' })
    await senders.saveVerdict(id, verdict())
    expect(await senders.withVerdict(organizationId, id)).toEqual({ ...sender, verdict: verdict() })
  })

  it('return no sender of another organization', async () => {
    const id = await addSender(world, organizationId)
    const { organizationId: stranger } = await createTenant(world)
    expect(await senders.withVerdict(stranger, id)).toBeNull()
    expect(await senders.usedBy(stranger, [[id], []])).toEqual([])
  })

  it('return the senders of steps, and the default if a step names none', async () => {
    const [first, second] = [
      await addSender(world, organizationId),
      await addSender(world, organizationId, { isDefault: false }),
    ]
    const used = async (...named: string[][]) =>
      (await senders.usedBy(organizationId, named)).map(({ id }) => id)
    expect(await used([])).toEqual([first])
    expect(await used([second])).toEqual([second])
    expect(await used([second], [])).toEqual([first, second])
    expect(await used()).toEqual([])
    expect(await used([world.container.get(Ids).next()])).toEqual([])
  })

  it('store no verdict for a sender of a test organization, and never take the sender for a check', async () => {
    const id = await addSender(world, organizationId)
    await senders.saveVerdict(id, verdict())
    const clock = newTestClock(organizationId, world.clock.now())
    await world.container.get(UnitOfWork).run((tx) => tx.testClocks.add(clock))
    await senders.saveVerdict(id, { ...verdict(), domain: 'later.example' })
    expect((await senders.withVerdict(organizationId, id))?.verdict).toEqual(verdict())
    expect(await senders.takeUnchecked(later(2), 10)).toEqual([])
  })

  it('return none before a day has passed, and then each once', async () => {
    const id = await addSender(world, organizationId)
    await senders.saveVerdict(id, verdict())
    expect(await senders.takeUnchecked(later(0.9), 10)).toEqual([])
    expect((await senders.takeUnchecked(later(1), 10)).map((sender) => sender.id)).toEqual([id])
    expect(await senders.takeUnchecked(later(1), 10)).toEqual([])
    expect(await senders.takeUnchecked(later(2), 10)).toHaveLength(1)
  })

  it('omit senders that are not connected, however many', async () => {
    for (let no = 0; no < 3; no++) {
      const paused = await addSender(world, organizationId, { isDefault: false, status: 'paused' })
      await senders.saveVerdict(paused, verdict())
    }
    const id = await addSender(world, organizationId)
    await senders.saveVerdict(id, verdict())
    expect((await senders.takeUnchecked(later(1), 2)).map((sender) => sender.id)).toEqual([id])
  })
})
