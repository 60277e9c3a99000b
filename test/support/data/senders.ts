import { HttpClient } from '../../../src/adapters/channels/http-client.ts'
import {
  CachedSenderChannels,
  ChannelParts,
} from '../../../src/adapters/channels/senders/cached-sender-channels.ts'
import { provideMade } from '../../../src/composition/provide.ts'
import type { Sender } from '../../../src/domain/sender/sender.ts'
import { Ids } from '../../../src/ports/ids.ts'
import {
  type Access,
  type EmailChannel,
  SenderAccessError,
  SenderChannels,
} from '../../../src/ports/sender/message/channels.ts'
import type { World } from '../world.ts'

type Placed = Pick<World, 'container' | 'demo' | 'clock' | 'sql'>

/** Adds a connected sender to the demo organization of a test, and returns its id. */
export async function putSender(world: Placed, changes: Partial<Sender> = {}): Promise<string> {
  const sender: Sender = {
    id: world.container.get(Ids).next(),
    organizationId: world.demo.organizationId,
    kind: 'deployment',
    name: 'Ada',
    email: 'ada@sender.example',
    replyTo: null,
    signature: null,
    signatureHtml: null,
    status: 'connected',
    fault: null,
    settings: { dkimSelector: 'mail' },
    isDefault: false,
    timeZone: 'UTC',
    dailyLimit: null,
    gapSeconds: 0,
    ramp: null,
    rampFrom: null,
    maxPerDay: null,
    poolId: null,
    revision: 1,
    createdAt: world.clock.now(),
    ...changes,
  }
  await insert(world, sender)
  return sender.id
}

/** Changes fields of a stored sender directly in a test, without the use case of a user. */
export async function changeSender(
  world: World,
  id: string,
  changes: Partial<Pick<Sender, 'status' | 'dailyLimit' | 'gapSeconds'>>,
): Promise<void> {
  const columns = { status: 'status', dailyLimit: 'daily_limit', gapSeconds: 'gap_seconds' } as const
  for (const [name, value] of Object.entries(changes))
    await world.sql.query(`update senders set ${columns[name as keyof typeof columns]} = $2 where id = $1`, [
      id,
      value,
    ])
}

export async function removeSender(world: World, id: string): Promise<void> {
  await world.sql.query('delete from senders where id = $1', [id])
}

async function insert({ sql }: Placed, sender: Sender): Promise<void> {
  await sql.query(
    `insert into senders (id, organization_id, kind, name, email, reply_to, signature, status, settings, is_default, time_zone,
                          daily_limit, gap_seconds, ramp, ramp_from, created_at, pool_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      sender.id,
      sender.organizationId,
      sender.kind,
      sender.name,
      sender.email,
      sender.replyTo,
      sender.signature,
      sender.status,
      sender.settings,
      sender.isDefault,
      sender.timeZone,
      sender.dailyLimit,
      sender.gapSeconds,
      sender.ramp,
      sender.rampFrom,
      sender.createdAt,
      sender.poolId,
    ],
  )
}

/** Adds a sender that is the default of its organization, for a test. */
export function addSender(
  world: Placed,
  organizationId: string,
  changes: Partial<Sender> = {},
): Promise<string> {
  const sender = {
    kind: 'google',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    settings: {},
    isDefault: true,
  } as const
  return putSender(world, { organizationId, ...sender, ...changes })
}

/**
 * A test double: `GivenChannels` has the e-mail channels and the access that a test gives it for each sender.
 * It accepts every SMTP account.
 */
export class GivenChannels extends SenderChannels {
  readonly channels = new Map<string, EmailChannel>()
  readonly accesses = new Map<string, Access>()

  override async of(_organizationId: string, senderId: string, _revision?: number): Promise<EmailChannel> {
    const channel = this.channels.get(senderId)
    if (channel === undefined) throw new Error('Each sender has a channel')
    return channel
  }

  override async accessOf(_organizationId: string, senderId: string): Promise<Access> {
    const access = this.accesses.get(senderId)
    if (access === undefined) throw new SenderAccessError('The sender is not connected')
    return access
  }

  override async faultOf(): Promise<string | null> {
    return null
  }
}

/** A test double: `ByOneChannel` sends the messages of all senders through one e-mail channel of the test. */
export class ByOneChannel extends GivenChannels {
  readonly #channel: EmailChannel

  constructor(channel: EmailChannel) {
    super()
    this.#channel = channel
  }

  override async of(): Promise<EmailChannel> {
    return this.#channel
  }
}

class AcceptingChannels extends CachedSenderChannels {
  override async faultOf(): Promise<string | null> {
    return null
  }
}

/**
 * Binds the service's own e-mail channels for a test, except that every SMTP account is accepted without
 * connecting to its server.
 */
export const acceptingAccounts = provideMade(
  CachedSenderChannels,
  (parts: ChannelParts) => new AcceptingChannels(parts, { google: '', microsoft: '' }, new HttpClient()),
  ChannelParts,
)
