import { describe, expect, it } from '@jest/globals'
import { parsedMail } from '../../../../src/adapters/channels/mailboxes/parsed-mail.ts'
import { inboundFactIn } from '../../../../src/domain/sender/inbound/mail-fact.ts'
import { bounceText, receivedAt } from '../../../support/data/mails.ts'
import { workedMs } from '../../../support/max-wait.ts'

const own = { kind: 'smtp', email: 'sales@own.example', host: 'imap.own.example' } as const
const parse = (bytes: Buffer) => parsedMail({ bytes, receivedAt, providerId: 'uid 7', providerThread: null })

/** Returns a part of a mail with a text in a character set; `coded` is the text in base64. */
function part(type: string, charset: string, coded: string, encoding: string): Buffer {
  const bytes = Buffer.from(coded, 'base64')
  const quoted = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
  const body = encoding === 'base64' ? Buffer.from(coded) : encoding === '8bit' ? bytes : Buffer.from(quoted)
  const name = charset === '' ? '' : `; charset=${charset}`
  const head = `Content-Type: ${type}${name}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n')])
}

/** The words of notices that there is no such mailbox, in base64 of their character sets. */
const notices = [
  ['iso-2022-jp', 'GyRCJWYhPCU2ITwkLEI4Ol8kNyReJDskcxsoQg==', 'ユーザーが存在しません'],
  ['gb2312', 'ytW8/sjLsru05tTa', '收件人不存在'],
  ['cp936', 'ytW8/sjLsru05tTa', '收件人不存在'],
  ['big5', 'q0i9Y6SjpnOmYg==', '信箱不存在'],
  ['koi8-r', '8M/M2NrP18HUxczYIM7FIM7BysTFzg==', 'Пользователь не найден'],
  ['windows-1252', 'RW1wZuRuZ2VyIHVuYmVrYW5udA==', 'Empfänger unbekannt'],
  ['euc-kr', 'vPa9xcDauKYgw6PAuyC89iC++L3AtM+02Q==', '수신자를 찾을 수 없습니다'],
  ['iso-8859-2', 'UPjtamVtY2UgbmVleGlzdHVqZQ==', 'Příjemce neexistuje'],
  ['unicode-1-1-utf-7', 'RW1wZitBT1EtbmdlciB1bmJla2FubnQ=', 'Empfänger unbekannt'],
  ['', 'GyRCJWYhPCU2ITwkLEI4Ol8kNyReJDskcxsoQg==', 'ユーザーが存在しません'],
  ['', 'RW1wZuRuZ2VyIHVuYmVrYW5udA==', 'Empfänger unbekannt'],
] as const

describe('the text of a mail', () => {
  it.each(
    notices.flatMap((notice) =>
      (['8bit', 'base64', 'quoted-printable'] as const).map((encoding) => [...notice, encoding] as const),
    ),
  )('is read in %j (%s, %s, %s)', async (charset, coded, text, encoding) => {
    const isUnnamed = charset === '' && encoding !== '8bit' && !coded.startsWith('Gy')
    const head = 'From: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n'
    const mail = await parse(Buffer.concat([Buffer.from(head), part('text/plain', charset, coded, encoding)]))
    // Bytes that no header explains can be read only if the whole mail has them.
    expect(mail.text.trim()).toBe(isUnnamed ? Buffer.from(coded, 'base64').toString() : text)
    if (!isUnnamed) expect(inboundFactIn(mail, own)?.kind).toBe('hardBounce')
  })

  it.each(notices)(
    'is read in a report of which only the text names %j (%s)',
    async (charset, coded, text) => {
      const report = Buffer.concat([
        Buffer.from(
          'From: postmaster@mx.example\r\nContent-Type: multipart/report; boundary=p\r\n\r\n--p\r\n',
        ),
        part('text/plain', charset, 'T0s=', 'base64'),
        Buffer.from(
          '--p\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n',
        ),
        Buffer.from('Final-Recipient: rfc822; grace@example.com\r\nAction: failed\r\nStatus: 5.0.0\r\n'),
        Buffer.from('Diagnostic-Code: smtp; 550 '),
        Buffer.from(coded, 'base64'),
        Buffer.from('\r\n--p--\r\n'),
      ])
      expect(inboundFactIn(await parse(report), own)).toMatchObject({
        kind: 'hardBounce',
        serverResponse: `550 ${text}`,
      })
    },
  )

  it('is the whole body of a mail in which no part is found', async () => {
    const broken =
      'From: post_master@gw.example\r\nContent-Type: multipart/mixed; boundary="a"\r\n\r\n550 no such user'
    expect((await parse(Buffer.from(broken))).text).toBe('550 no such user')
  })

  it('is not taken for another character set if it is cut within a character', async () => {
    const text = Buffer.from(`Subject: x\r\n\r\n${'é\r\n'.repeat(10)}é`)
    const cut = text.subarray(0, text.length - 1)
    expect((await parse(cut)).text.startsWith('é')).toBe(true)
  })
})

describe('a report that a gateway has wrapped', () => {
  const wrapped = (from: string, text = 'The following addresses had delivery errors') =>
    Buffer.from(
      `From: ${from}\r\nSubject: Returned mail\r\nContent-Type: multipart/mixed; boundary=outer\r\n\r\n` +
        `--outer\r\nContent-Type: text/plain\r\n\r\n${text}\r\n` +
        `--outer\r\nContent-Type: message/rfc822\r\n\r\n${bounceText({ to: 'marisa@example.com' })}\r\n--outer--\r\n`,
    )

  it('counts with its status, its address and the original message', async () => {
    expect(inboundFactIn(await parse(wrapped('MAILER-DAEMON@gw.example')), own)).toMatchObject({
      kind: 'hardBounce',
      status: '5.1.1',
      answers: {
        messageIds: ['<sent@own.example>'],
        addresses: expect.arrayContaining(['marisa@example.com']),
      },
    })
  })

  it('is a reply if a person forwards it', async () => {
    expect(inboundFactIn(await parse(wrapped('ada@example.com', 'Why did I get this?')), own)?.kind).toBe(
      'reply',
    )
  })
})

describe('mails with many character sets', () => {
  it.each(['+AOQ-', 'charset=', '\u001B$B', '\u00E4', '+'])(
    'are parsed within 300 ms: 90 kB of %j',
    async (unit) => {
      const body = Buffer.from(unit.repeat(90_000 / unit.length), 'latin1')
      const before = workedMs()
      await parse(Buffer.concat([Buffer.from('Content-Type: text/plain; charset=utf-7\r\n\r\n'), body]))
      expect(workedMs() - before).toBeLessThan(300)
    },
  )
})
