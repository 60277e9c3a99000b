import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { provideValue } from '../../../src/composition/provide.ts'
import type { IncomingMail } from '../../../src/domain/sender/inbound/incoming-mail.ts'
import { InboundFactStore } from '../../../src/ports/sender/inbound/inbound-fact-store.ts'
import {
  MailboxReader,
  type ReadMails,
  type ReadPosition,
} from '../../../src/ports/sender/inbound/mailbox-reader.ts'
import { SenderChannels } from '../../../src/ports/sender/message/channels.ts'
import type { MailboxFailure } from '../../../src/use-cases/sender/inbound/read-mailboxes.ts'
import { mailText, parse } from '../../support/data/mails.ts'
import { addSender } from '../../support/data/sender.ts'
import { GivenChannels } from '../../support/data/senders.ts'
import { readMailboxes } from '../../support/read-mailboxes.ts'
import { createWorld, type World } from '../../support/world.ts'

/**
 * A test double: `ListReader` reads a mailbox from a list of mails. Its cursor is the number of mails that were
 * read.
 */
class ListReader extends MailboxReader {
  mails: readonly IncomingMail[] = []
  readonly readFrom: number[] = []

  override async sentIds() {
    return []
  }

  override async cursorAtEnd() {
    return { next: this.mails.length }
  }

  override async read(_access: unknown, { cursor }: ReadPosition): Promise<ReadMails> {
    const from = Number(cursor?.['next'] ?? 0)
    this.readFrom.push(from)
    return { mails: this.mails.slice(from), cursor: { next: this.mails.length }, more: false }
  }
}

describe('a mail that cannot be processed, on PostgreSQL', () => {
  let world: World
  let senderId: string
  const reader = new ListReader()
  const channels = new GivenChannels()

  beforeAll(async () => {
    world = await createWorld([provideValue(MailboxReader, reader), provideValue(SenderChannels, channels)])
    await world.sql.query(`
      create function refuse_complaint() returns trigger language plpgsql as $$
      begin
        raise exception 'refused' using errcode = '22P02';
      end $$;
      create trigger refuse_complaint before insert on inbound_facts
      for each row when (new.kind = 'complaint') execute function refuse_complaint()`)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    senderId = (await addSender(world, world.demo.organizationId)).id
    channels.accesses.set(senderId, { kind: 'smtp', settings: {}, password: 'secret' })
    reader.readFrom.length = 0
  })
  afterEach(() => world.sql.query('delete from inbound_facts; delete from mailboxes'))

  const failures: MailboxFailure[] = []
  async function read(): Promise<void> {
    failures.length = 0
    await world.sql.query('update mailboxes set due_at = $1, lease_until = null', [world.clock.now()])
    await readMailboxes(world, (failure) => void failures.push(failure))
  }
  const seen = async () =>
    (await world.container.get(InboundFactStore).mailboxes(world.demo.organizationId))[0]
  const numbered = async (text: string, no: number): Promise<IncomingMail> => ({
    ...(await parse(text)),
    providerId: `uid ${no}`,
  })
  const reply = (no: number) => mailText({ headers: { 'Message-ID': `<reply-${no}@example.com>` } })
  const complaint = mailText({
    contentType: 'multipart/report; report-type=feedback-report; boundary=part',
    headers: { 'Message-ID': '<bad@example.com>' },
    text: '--part\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n--part--',
  })

  it('is tried three times while later mails are processed, then set aside with its reason', async () => {
    reader.mails = [await numbered(complaint, 1), await numbered(reply(2), 2)]
    await read()
    expect(await seen()).toMatchObject({
      fault: { code: 'MAIL_FAILED' },
      quarantined: [],
      factCounts: { unattributed: 1 },
    })
    await read()
    expect(await seen()).toMatchObject({ fault: { code: 'MAIL_FAILED' }, quarantined: [] })
    await read()
    expect(failures).toMatchObject([
      { senderId, mail: { messageId: '<bad@example.com>', failures: 3, isQuarantined: true } },
    ])
    expect(await seen()).toMatchObject({
      fault: null,
      readAt: expect.any(Date),
      quarantined: [
        {
          messageId: '<bad@example.com>',
          reason: { code: 'MAIL_FAILED', serverResponse: 'The e-mail could not be processed (22P02)' },
        },
      ],
      factCounts: { unattributed: 1 },
    })
    await read()
    expect(reader.readFrom).toEqual([0, 0, 0, 2])
  })

  it('is skipped if the mailbox is read again from the beginning', async () => {
    reader.mails = [await numbered(complaint, 1)]
    for (let no = 0; no < 3; no++) await read()
    await world.sql.query('update mailboxes set cursor = null')
    await read()
    expect(failures).toEqual([])
    expect(await seen()).toMatchObject({ fault: null, quarantined: [{ failures: 3 }] })
  })

  it('counts no more attempts after its sender was changed and the mailbox is read at once', async () => {
    reader.mails = [await numbered(complaint, 1)]
    await read()
    await world.sql.query(`update senders set settings = settings || '{"imapHost": "imap.example.com"}'`)
    await readMailboxes(world)
    expect(await seen()).toMatchObject({ quarantined: [] })
    await read()
    expect(await seen()).toMatchObject({ quarantined: [{ failures: 3 }] })
  })

  it('is set aside if each process that reads it dies', async () => {
    reader.mails = [await numbered(complaint, 1), await numbered(reply(2), 2)]
    // Makes each process of the test fail before it has stored that it finished reading the mailbox, as if it died.
    const dies = () =>
      world.sql.query(`
        create or replace function die() returns trigger language plpgsql as $$
        begin
          if new.lease_holder is null then return old; end if;
          return new;
        end $$;
        create or replace trigger die before update on mailboxes for each row execute function die()`)
    await dies()
    for (let no = 0; no < 4; no++) {
      await read()
    }
    await world.sql.query('drop trigger die on mailboxes')
    await read()
    expect(failures).toEqual([])
    expect(await seen()).toMatchObject({
      fault: null,
      quarantined: [{ failures: 3 }],
      factCounts: { unattributed: 1 },
    })
  })
})
