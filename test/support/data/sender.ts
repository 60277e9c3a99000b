import { noSenderLimits } from '../../../src/domain/sender/pacing/limits.ts'
import type { Sender } from '../../../src/domain/sender/sender.ts'
import { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { Sealing } from '../../../src/ports/sealing.ts'
import { UnitOfWork } from '../../../src/ports/unit-of-work.ts'
import type { World } from '../world.ts'

/** Adds a sender to an organization of a test, as if it had been connected. */
export async function addSender(
  { container }: Pick<World, 'container'>,
  organizationId: string,
  changes: Partial<Sender> = {},
  credentials: object | null = null,
): Promise<Sender> {
  const sender: Sender = {
    ...noSenderLimits,
    id: container.get(Ids).next(),
    organizationId,
    kind: 'smtp',
    name: 'Grace Hopper',
    email: 'grace@example.com',
    replyTo: null,
    signature: null,
    signatureHtml: null,
    status: 'connected',
    fault: null,
    settings: {
      host: 'smtp.example.com',
      port: 465,
      tls: 'tls',
      user: 'grace@example.com',
      dkimSelector: 'mail',
    },
    isDefault: false,
    rampFrom: null,
    maxPerDay: null,
    poolId: null,
    revision: 1,
    createdAt: container.get(Clock).now(),
    ...changes,
  }
  const of = { kind: 'sender credentials', id: sender.id } as const
  const sealed = credentials && container.get(Sealing).seal(JSON.stringify(credentials), of)
  await container.get(UnitOfWork).run((tx) => tx.senders.add(sender, sealed, null))
  return sender
}
