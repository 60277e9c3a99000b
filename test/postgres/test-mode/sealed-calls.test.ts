import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Container } from 'inversify'
import { Database } from '../../../src/adapters/postgres/database.ts'
import { KeyRing } from '../../../src/adapters/security/key-ring.ts'
import { digest } from '../../../src/adapters/security/secret.ts'
import { createContainer, postgres } from '../../../src/composition/container.ts'
import { provideValue } from '../../../src/composition/provide.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { TestClockStore } from '../../../src/ports/test-mode/test-clocks.ts'
import { TriggerSpinner } from '../../../src/use-cases/job/trigger-spinner.ts'
import { RotateSecrets } from '../../../src/use-cases/sender/rotate-secrets.ts'
import { createWorld, type World } from '../../support/world.ts'

const newer = { id: 'newer', secret: 'n'.repeat(32) }

describe('a call of test mode', () => {
  let world: World
  const connected: Database[] = []
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(async () => {
    for (const database of connected) await database.close()
    await world.close()
  })

  function processWith(...keys: readonly { readonly id: string; readonly secret: string }[]): Container {
    const database = new Database({ url: world.databaseUrl, poolSize: 2 })
    connected.push(database)
    return createContainer(world.config, postgres(database), [provideValue(KeyRing, new KeyRing(keys))])
  }

  it('is re-encrypted with the newest key, and can then be read without the older key', async () => {
    const ids = world.container.get(Ids)
    const caller = { kind: 'apiKey', digest: digest(world.demo.apiKey) } as const
    const { spinnerId } = world.demo
    const { answer } = await world.container
      .get(TriggerSpinner)
      .execute({ caller, spinnerId, idempotency: null })
    const organizationId = ids.next()
    await world.container.get(TestClockStore).addCall({
      id: ids.next(),
      organizationId,
      kind: 'webhook',
      jobId: answer.jobId,
      recordId: '1',
      step: 0,
      at: new Date('2026-12-01T09:00:00.000Z'),
      outcome: 'sent',
      method: 'POST',
      url: 'https://crm.example.com/leads',
      body: '{"email": "grace@example.com"}',
      serverResponse: null,
    })
    const rotate = () =>
      processWith(newer, ...world.config.secrets)
        .get(RotateSecrets)
        .execute()
    const ofCalls = async () => (await rotate()).places.find(({ place }) => place === 'calls of test mode')
    expect(await ofCalls()).toMatchObject({ sealed: 1 })
    expect(await ofCalls()).toMatchObject({ sealed: 0 })
    const { items } = await processWith(newer)
      .get(TestClockStore)
      .timeline(organizationId, { spinnerId: null, email: null }, { limit: 10, after: null })
    expect(items).toMatchObject([
      { url: 'POST https://crm.example.com/leads', text: '{"email": "grace@example.com"}' },
    ])
  })
})
