import { MemoryStore } from '../../src/adapters/memory/store.ts'
import { Database } from '../../src/adapters/postgres/database.ts'
import type { Sender } from '../../src/domain/sender/sender.ts'
import { Clock } from '../../src/ports/clock.ts'
import { Ids } from '../../src/ports/ids.ts'
import type { World } from './world.ts'

const add = {
  name: 'add_test_sender',
  text: `
    insert into senders (id, organization_id, kind, name, address, state, settings, is_default, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

/** A sender as if somebody had connected it. Answers its id. */
export async function addSender(
  world: World,
  organizationId: string,
  changes: Partial<Sender> = {},
): Promise<string> {
  const sender: Sender = {
    id: world.container.get(Ids).next(),
    organizationId,
    kind: 'google',
    name: 'Ada Lovelace',
    address: 'ada@example.com',
    replyTo: null,
    signature: null,
    state: 'connected',
    trouble: null,
    settings: {},
    isDefault: true,
    dailyLimit: null,
    gapSeconds: 0,
    ramp: null,
    timeZone: 'UTC',
    rampFrom: null,
    revision: 1,
    createdAt: world.container.get(Clock).now(),
    ...changes,
  }
  const { id, kind, name, address, state, settings, isDefault, createdAt } = sender
  if (world.container.isBound(Database)) {
    const values = [id, organizationId, kind, name, address, state, settings, isDefault, createdAt]
    await world.container.get(Database).write(add, values)
  } else world.container.get(MemoryStore).senders.set(id, sender)
  return id
}
