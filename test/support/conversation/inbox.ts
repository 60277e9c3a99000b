import { parsedMail } from '../../../src/adapters/channels/mailboxes/parsed-mail.ts'
import { inboundFactIn } from '../../../src/domain/sender/inbound/mail-fact.ts'
import { MessageTokens } from '../../../src/ports/sender/message/message-tokens.ts'
import { InboundFactProcessor } from '../../../src/use-cases/sender/inbound/inbound-fact-processor.ts'
import { mailText } from '../data/mails.ts'
import type { Person, Workshop } from '../data/person.ts'
import { addSender } from '../data/sender.ts'
import type { World } from '../world.ts'

/** A mail that arrives in a mailbox of a test. */
export interface Arriving {
  readonly from?: string
  readonly subject?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType?: string
  /** The Message-ID of the mail; a new one if absent. */
  readonly id?: string
  /** The Message-IDs that the mail refers to, the earliest first. */
  readonly references?: readonly string[]
  readonly senderId?: string
  readonly conversation?: string | null
}

let mails = 0

/** The mailboxes of an organization of a test, and what its spinner has sent to two people. */
export class TestInbox {
  readonly world: World
  readonly owner: Person
  readonly senderId: string
  readonly jobId: string

  /** The mailbox of a sender, and a job that has written to Ada and Grace. */
  constructor(
    world: World,
    owner: Person,
    { senderId, jobId }: { readonly senderId: string; readonly jobId: string },
  ) {
    this.world = world
    this.owner = owner
    this.senderId = senderId
    this.jobId = jobId
  }

  /** Starts the job of a workshop, which writes to Ada and Grace. */
  static async begin(
    world: World,
    owner: Person,
    { spinnerId }: Pick<Workshop, 'spinnerId'>,
  ): Promise<TestInbox> {
    const { jobId } = await owner.do('POST', `/spinners/${spinnerId}/jobs`)
    await world.drain()
    return new TestInbox(world, owner, { senderId: (await addSender(world, owner.organizationId)).id, jobId })
  }

  /** Returns the Message-ID of the message that the job sent to a person, of the step with this number. */
  async sentTo(address: string, step = 0): Promise<string> {
    const { rows } = await this.world.sql.query(
      `select r.record_id, r.slice from recipients r
         join jobs j on j.id = r.job_id join records d on d.data_table_id = j.data_table_id and d.id = r.record_id
        where r.job_id = $1 and d.data ->> 'email' = $2`,
      [this.jobId, address],
    )
    const { record_id: recordId, slice } = rows[0]
    const place = { jobId: this.jobId, recordId, slice, step }
    return this.world.container.get(MessageTokens).messageIdFor(place, null)
  }

  /** Receives a mail as a runtime reads it: parses its source, and processes what it is. */
  async receive(mail: Arriving): Promise<string> {
    const { id = `<mail-${mails++}@person.example>`, references = [], senderId = this.senderId } = mail
    const refers = { 'In-Reply-To': references.at(-1) ?? '', References: references.join(' ') }
    const headers = { 'Message-ID': id, ...(references.length === 0 ? {} : refers), ...mail.headers }
    await this.receiveSource(mailText({ ...mail, headers }), {
      senderId,
      conversation: mail.conversation ?? null,
    })
    return id
  }

  async receiveSource(
    source: string | Buffer,
    {
      senderId = this.senderId,
      conversation = null,
    }: { senderId?: string; conversation?: string | null } = {},
  ): Promise<void> {
    const { clock, container } = this.world
    const raw = {
      bytes: Buffer.from(source),
      receivedAt: clock.now(),
      providerId: `uid ${mails++}`,
      providerThread: conversation,
    }
    const mailbox = { kind: 'google', email: 'sales@own.example', host: null } as const
    const fact = inboundFactIn(await parsedMail(raw), mailbox)
    const { organizationId } = this.owner
    if (fact !== null) await container.get(InboundFactProcessor).process({ organizationId, senderId, fact })
    clock.advance(60)
  }

  /** Returns the threads that a list of the API has, as the address of the person and the number of stored mails. */
  async threads(query = ''): Promise<readonly (readonly [string, number])[]> {
    const { items } = await this.owner.do('GET', `/threads?${query}`)
    return items.map(({ person, messageCount }: { person: { email: string }; messageCount: number }) => [
      person.email,
      messageCount,
    ])
  }
}
