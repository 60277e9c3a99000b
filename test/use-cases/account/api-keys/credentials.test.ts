import { beforeEach, describe, expect, it } from '@jest/globals'
import { createFixture, type Fixture } from '../../fixture.ts'

let on: Fixture
beforeEach(async () => {
  on = await createFixture()
})

describe('a caller is admitted', () => {
  it.each(['ingest', 'trigger'] as const)('with a key that has the scope %s', async (scope) => {
    await expect(on.credentials.admitCaller(on.key, scope)).resolves.toMatchObject({
      organizationId: on.demo.organizationId,
    })
  })

  it('with the token of a table', async () => {
    await expect(on.credentials.admitCaller(on.token, 'ingest')).resolves.toMatchObject({
      organizationId: on.demo.organizationId,
    })
  })
})

describe('a caller is refused', () => {
  it('with an unknown key', async () => {
    await expect(
      on.credentials.admitCaller({ kind: 'apiKey', digest: 'unknown' }, 'ingest'),
    ).rejects.toMatchObject({
      code: 'INVALID_API_KEY',
    })
  })

  it('with a key from the moment it expires', async () => {
    on.changeKey({ expiresAt: new Date('2026-11-20T12:00:10.000Z') })
    on.later(10)
    await expect(on.credentials.admitCaller(on.key, 'ingest')).rejects.toMatchObject({
      code: 'INVALID_API_KEY',
    })
  })

  it('with a key that lacks the scope', async () => {
    on.changeKey({ scopes: ['ingest'] })
    await expect(on.credentials.admitCaller(on.key, 'trigger')).rejects.toMatchObject({
      code: 'MISSING_SCOPE',
    })
  })

  it('with a token that was replaced by a rotation', async () => {
    on.changeTable({ ingestTokenDigest: 'of another token' })
    await expect(on.credentials.admitCaller(on.token, 'ingest')).rejects.toMatchObject({
      code: 'INVALID_INGEST_TOKEN',
    })
  })

  it('with a key on a route for tokens', async () => {
    await expect(
      on.credentials.admitCaller({ ...on.key, kind: 'ingestToken' }, 'ingest'),
    ).rejects.toMatchObject({
      code: 'INVALID_INGEST_TOKEN',
    })
  })

  it('with a token on a route for keys', async () => {
    await expect(on.credentials.admitCaller({ ...on.token, kind: 'apiKey' }, 'ingest')).rejects.toMatchObject(
      {
        code: 'INVALID_API_KEY',
      },
    )
  })
})
