import { describe, expect, it } from '@jest/globals'
import { inboundFactIn } from '../../../../src/domain/sender/inbound/mail-fact.ts'
import { mailOf } from '../../../support/data/mails.ts'
import { workedMsDuring } from '../../../support/max-wait.ts'

const own = { kind: 'smtp', email: 'sales@own.example', host: 'imap.own.example' } as const
const headers = { 'In-Reply-To': '<sent@own.example>' }
const kindOf = async (subject: string, text: string) =>
  inboundFactIn(
    await mailOf({ subject: `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`, text, headers }),
    own,
  )?.kind

describe('an automatic answer without headers', () => {
  it.each([
    ['AUTO: Grace Hopper is out of the office (returning 12/07/2026)'],
    ['AUTO: Hopper, Grace is out of the office. (returning 07.12.2026)'],
    ['Grace Hopper is out of the office.'],
    ['Grace Hopper ist außer Haus.'],
    ['AUTO: Grace Hopper ist außer Haus (Rückkehr am 07.12.2026)'],
    ['Grace Hopper est absente (retour 07/12/2026)'],
    ['Grace Hopper está fuera de la oficina'],
    ['Grace Hopper è fuori ufficio (rientro 07/12/2026)'],
    ['AUTO: Grace Hopper is niet aanwezig (terug op 07-12-2026)'],
    ['Grace Hopper jest poza biurem.'],
    ['Grace Hopper är inte på kontoret'],
    ['Grace Hopper er ikke på kontoret'],
    ['Grace Hopper on poissa toimistolta'],
    ['山田太郎さんは不在です'],
  ])('is recognized by the subject of HCL Notes: %s', async (subject) => {
    expect(await kindOf(subject, 'I will answer later.')).toBe('autoReply')
  })

  it.each([
    ['Who is out of the office next week?'],
    ['Grace is out of the office, so I answer'],
    ['If Grace is out of the office'],
    ['Is Grace out of the office?'],
    ['Auto: our new fleet'],
    ['Re: Grace Hopper is out of the office'],
    ['Grace Hopper ist außer Haus - kann ich helfen'],
  ])('is not taken from the subject of a person: %s', async (subject) => {
    expect(await kindOf(subject, 'Please call me.')).toBe('reply')
  })

  it.each([
    ['This is an automated response. We will get back to you within two days.'],
    ['Dear customer,\n\nThis is an automatically generated message, please do not reply.'],
    ['*** Automated reply ***\nOur office is closed.'],
    ['Hello,\nDies ist eine automatische Antwort. Wir melden uns.'],
    ['Diese E-Mail wurde automatisch erstellt.'],
    ['Bonjour,\nCeci est une réponse automatique.'],
    ['Esta es una respuesta automática.'],
    ['Esta é uma mensagem automática.'],
    ['Questo è un messaggio automatico.'],
    ['Dit is een automatisch bericht.'],
    ['To jest automatyczna odpowiedź.'],
    ['Detta är ett automatiskt svar.'],
    ['Dette er et automatisk svar.'],
    ['Tämä on automaattinen vastaus.'],
    ['Toto je automatická odpověď.'],
    ['Ez egy automatikus válasz.'],
    ['Acesta este un răspuns automat.'],
    ['Bu bir otomatik yanıttır.'],
    ['Это автоматический ответ.'],
    ['Це автоматична відповідь.'],
    ['このメールは自動返信です。'],
    ['这是一封自动回复邮件。'],
    ['이 메일은 자동으로 발송되었습니다.'],
  ])('is recognized by its first lines: %s', async (text) => {
    expect(await kindOf('Re: Hello', text)).toBe('autoReply')
  })

  it.each([
    ['[Request #48210] Hello', 'Your request has been received and is being reviewed by our support staff.'],
    ['Re: Hello', 'Thank you for writing. Ticket #20931 has been created for your request.'],
    ['Re: Hallo [Ticket: 4711]', 'Vielen Dank. Ihre Anfrage ist bei uns eingegangen.'],
    ['Hallo', 'Ihre Anfrage (4711) wurde registriert. Wir melden uns.'],
    ['Bonjour (4711)', 'Votre demande a bien été reçue.'],
    ['Hola [#4711]', 'Su solicitud ha sido recibida.'],
    ['Ciao [#4711]', 'La sua richiesta è stata ricevuta.'],
    ['Hallo [#4711]', 'Uw verzoek is goed ontvangen.'],
    ['Cześć [#4711]', 'Twoje zgłoszenie zostało zarejestrowane.'],
    ['Привет [#4711]', 'Ваша заявка принята.'],
    ['お問い合わせ [#4711]', 'お問い合わせを受け付けました。'],
    ['你好 [#4711]', '您的工单已创建。'],
  ])('is recognized as the acknowledgement of a help desk: %s', async (subject, text) => {
    expect(await kindOf(subject, text)).toBe('autoReply')
  })

  it.each([
    ['Re: Hello', 'Is this an automated response? Please have a person call me.'],
    ['Re: Hello', 'Is that you? This is an automated message, right?'],
    ['Re: Hello', 'This is not an automated reply: yes, we would like to meet.'],
    ['Re: Hello', 'Sorry for the automated response last week. Let us meet.'],
    ['Re: Hello', 'Yes, let us talk.\n\nOn 20 Nov 2026, Sales wrote:\n> This is an automated response.'],
    ['Re: Hello', 'Yes.\n\n-----Original Message-----\nThis is an automated message.'],
    ['Re: Hello', 'Danke!\n\nAm 20.11.2026 schrieb Sales:\n> Dies ist eine automatische Antwort.'],
    [
      'Re: Hello',
      'Let us meet.\nBest, Grace\nCEO\nAcme\nLondon\nThis is an automated signature of our server.',
    ],
    ['Re: [#4711] Hello', 'I have looked at it. Your request has been received by my team, call me.'],
    ['Re: Hello', 'Your message has been received, thanks. We would like to buy.'],
    ['Re: [Ticket 4711] Hello', 'Could you send the price list? Your request has been received.'],
    [
      'Re: Hallo [#4711]',
      'Ich habe Ihre Nachricht, die gestern eingegangen ist, gelesen. Bitte rufen Sie an.',
    ],
  ])('is not taken from the text of a person: %s / %s', async (subject, text) => {
    expect(await kindOf(subject, text)).toBe('reply')
  })

  it.each(['A', 'Aa ', 'this is an ', 'request ', '#1', '自動', '. ', '\n', '> ', 'A, '])(
    'is looked for within 200 ms of processor time in 60 kB of %j',
    async (unit) => {
      const mail = await mailOf({ subject: unit.repeat(900), text: unit.repeat(60_000 / unit.length) })
      expect(workedMsDuring(() => inboundFactIn(mail, own))).toBeLessThan(200)
    },
  )
})
