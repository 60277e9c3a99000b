import { beforeEach, describe, expect, it } from '@jest/globals'
import { createFixture, type Fixture, leads } from '../fixture.ts'

const hour = 3_600

let on: Fixture
beforeEach(async () => {
  on = await createFixture()
})

const idempotency = { key: 'k', fingerprint: 'f' }

describe('an idempotency key', () => {
  beforeEach(async () => {
    await on.ingest(leads(1), { idempotency })
  })

  it('is kept for the promised day', async () => {
    on.later(24 * hour)
    await on.forgetIdempotencyKeys.execute()
    expect(await on.ingest(leads(1), { idempotency })).toMatchObject({ replayed: true })
  })

  it('is kept for up to 48 hours', async () => {
    on.later(48 * hour)
    expect(await on.forgetIdempotencyKeys.execute()).toBe(0)
  })

  it('is deleted after 48 hours', async () => {
    on.later(48 * hour + 1)
    expect(await on.forgetIdempotencyKeys.execute()).toBe(1)
  })

  it('can be used again after it is deleted', async () => {
    on.later(48 * hour + 1)
    await on.forgetIdempotencyKeys.execute()
    expect(await on.ingest(leads(1), { idempotency })).toMatchObject({ replayed: false })
  })
})

describe('the deletion of old idempotency keys', () => {
  it('includes the keys of triggers', async () => {
    await on.trigger({ idempotency })
    on.later(49 * hour)
    expect(await on.forgetIdempotencyKeys.execute()).toBe(1)
  })

  it('continues until none is left, however many there are', async () => {
    const at = on.clock.now()
    for (let no = 0; no < 2_500; no++) {
      on.store.idempotencyKeys.set(`key ${no}`, { fingerprint: 'f', answer: {}, at })
    }
    on.later(49 * hour)
    expect(await on.forgetIdempotencyKeys.execute()).toBe(2_500)
  })

  it('leaves newer keys', async () => {
    await on.ingest(leads(1), { idempotency })
    on.later(49 * hour)
    await on.ingest(leads(1), { idempotency: { ...idempotency, key: 'younger' } })
    await on.forgetIdempotencyKeys.execute()
    expect(on.store.idempotencyKeys.size).toBe(1)
  })
})
