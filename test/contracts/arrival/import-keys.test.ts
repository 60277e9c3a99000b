import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import { createTenant, type Tenant } from '../../support/tenant.ts'
import { createWorld, type World } from '../../support/world.ts'

describe('tx.arrivals', () => {
  let world: World
  let own: Tenant
  beforeAll(async () => {
    world = await createWorld()
    own = await createTenant(world)
  })
  afterAll(() => world.close())

  const answer = { fingerprint: 'print', answer: { inserted: 2, columns: ['name'] } }
  const keyOf = (key: string, { organizationId, dataTableId } = own) => ({ organizationId, dataTableId, key })
  const run: UnitOfWork['run'] = (work) => world.container.get(UnitOfWork).run(work)
  const answerOf = (key: ReturnType<typeof keyOf>) => run((tx) => tx.arrivals.answerOfImport(key))
  const keep = (key: ReturnType<typeof keyOf>, kept = answer) =>
    run((tx) => tx.arrivals.keepAnswerOfImport(key, kept, world.clock.now()))

  it('keeps the answer of the first import with a key, for that table', async () => {
    const other = await createTenant(world)
    expect([await answerOf(keyOf('a')), await keep(keyOf('a'))]).toEqual([null, true])
    expect(await keep(keyOf('a'), { ...answer, fingerprint: 'other' })).toBe(false)
    const sameTable = { ...keyOf('a'), dataTableId: own.dataTableId.toUpperCase() }
    expect([await answerOf(keyOf('a')), await answerOf(sameTable)]).toEqual([answer, answer])
    expect([await answerOf(keyOf('b')), await answerOf(keyOf('a', other))]).toEqual([null, null])
    expect(await keep(keyOf('a', other))).toBe(true)
  })

  it('keeps no answer of a transaction that fails', async () => {
    const failed = run(async (tx) => {
      await tx.arrivals.keepAnswerOfImport(keyOf('failed'), answer, world.clock.now())
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await answerOf(keyOf('failed'))).toBeNull()
    expect(await keep(keyOf('failed'))).toBe(true)
  })

  it('forgets an answer with the other old idempotency keys', async () => {
    await keep(keyOf('old'))
    const later = new Date(world.clock.now().getTime() + 1)
    await run((tx) => tx.arrivals.forgetIdempotencyKeys(later, 100, later))
    expect(await answerOf(keyOf('old'))).toBeNull()
  })
})
