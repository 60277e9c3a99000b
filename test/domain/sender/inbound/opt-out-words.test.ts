import { describe, expect, it } from '@jest/globals'
import { inboundFactIn } from '../../../../src/domain/sender/inbound/mail-fact.ts'
import { asksToStop } from '../../../../src/domain/sender/inbound/opt-out-words.ts'
import { mailOf } from '../../../support/data/mails.ts'
import { workedMsDuring } from '../../../support/max-wait.ts'

const asks = (text: string, subject = 'Re: Hello') => asksToStop({ subject, text })

describe('a reply that asks for no more mail', () => {
  it.each([
    'Please remove me from your list.',
    'Hi Tom,\n\nplease take me off your mailing list. Thanks!\nGrace',
    'Unsubscribe',
    'STOP',
    'Could you please unsubscribe me?',
    'Not interested, please remove us from your database.',
    'Please stop e-mailing me.',
    'Stop sending me these emails',
    "Don't contact me again.",
    'No more emails please.',
    'I do not want to receive any more emails from you.',
    "I'd like to be removed from this list",
    'Please delete my e-mail address from your\ndistribution list.',
    'Opt me out',
    'Bitte nehmen Sie mich aus Ihrem Verteiler.',
    'Bitte keine weiteren E-Mails.',
    'Ich möchte nicht mehr kontaktiert werden.',
    'Guten Tag,\nbitte tragen Sie mich aus.',
    'Merci de me désinscrire de votre liste.',
    'Ne me contactez plus.',
    'Je ne souhaite plus recevoir vos messages.',
    'Por favor, elimínenme de su lista.',
    'No quiero recibir más correos.',
    'Deme de baja, por favor.',
    'Cancellatemi dalla vostra lista.',
    'Non desidero più ricevere le vostre e-mail.',
    'Por favor, não me enviem mais e-mails.',
    'Removam-me da vossa lista.',
    'Verwijder mij uit uw bestand.',
    'Ik wil geen mails meer ontvangen.',
    'Proszę usunąć mnie z listy.',
    'Nie chcę otrzymywać takich wiadomości.',
    'Ta bort mig från listan.',
    'Jag vill inte ha fler mejl.',
    'Fjern mig fra jeres liste.',
    'Slett meg fra listen.',
    'Poistakaa minut listalta.',
    'En halua enää vastaanottaa viestejä.',
    'Odstraňte mě ze seznamu.',
    'Nepište mi už.',
    'Töröljenek a listáról.',
    'Nem kérek több levelet.',
    'Nu mai doresc să primesc mesaje.',
    'Ștergeți-mă din listă.',
    'Beni listenizden çıkarın.',
    'Artık e-posta almak istemiyorum.',
    'Уберите меня из рассылки.',
    'Больше не пишите мне.',
    'Видаліть мене зі списку.',
    '配信を停止してください。',
    '今後メールを送らないでください。',
    '请把我从名单中删除。',
    '退订',
    "I don't want to get these any more.",
    'We no longer wish to hear from you.',
    'I do not want to see your mails again.',
    "I don't want to be contacted.",
    'I no longer wish to receive these.',
    'I do not want to receive this.',
    'Quiero retirarme de su lista.',
    'Quítenme de la lista de correos.',
    'Elimíneme de su base de datos.',
    'No quiero que me escriban más.',
    'No deseo recibir más.',
    'Je ne veux plus recevoir ces e-mails.',
    'Veuillez me retirer de votre liste.',
    'Não quero receber mais mensagens.',
    'Retirem-me da lista.',
    'Non voglio più ricevere niente da voi.',
    'Ik wil niets meer van u ontvangen.',
    'Nie chcę dostawać od was maili.',
    'Jag vill inte få mejl från er.',
    'En halua saada teiltä sähköpostia.',
    'Nechci dostávat vaše e-maily.',
    'Nem szeretnék több levelet kapni.',
    'Nu mai vreau să primesc e-mailuri.',
    'Не хочу больше получать ваши письма.',
    '수신 거부합니다',
    '메일 보내지 마세요.',
  ])('is recognized: %s', (text) => {
    expect(asks(text)).toBe(true)
  })

  it.each([
    'unsubscribe',
    'Unsubscribe me',
    'REMOVE',
    'Remove me',
    'Opt-out',
    'Abmelden',
    'Désinscription',
    '退订',
    'Отписаться',
  ])('is recognized by its subject: %s', (subject) => {
    expect(asks('', subject)).toBe(true)
  })

  it.each([
    'Yes, let us meet on Monday.',
    "Please don't remove me from your list, I like it.",
    'How do people unsubscribe in your product?',
    'Does your tool let recipients unsubscribe?',
    'Our users ask us to remove them from the list. Can you do that?',
    'Please remove me from this thread and add Tom.',
    'Please remove me from the meeting.',
    'Stop by our office on Monday!',
    'Please do not contact me by phone, e-mail is better.',
    "Don't e-mail me before Monday, I am away.",
    'We would like to remove spam from our lists.',
    'I will be at the bus stop.',
    'We do not want to stop now.',
    'Bitte senden Sie mir das Angebot, ich möchte keine Zeit verlieren.',
    'Bitte keine Mails vor Montag.',
    'Je ne veux pas attendre plus.',
    'No quiero perder más tiempo, llámeme.',
    "I don't want to get stuck with a long contract; what is the term?",
    'We no longer want to see our costs rise, so let us talk.',
    'I do not wish to receive it by post, a PDF is fine.',
    "I'd like to opt out of the premium plan, is that possible?",
    'Please stop sending us invoices on paper, this is fine by mail.',
    'Bitte keine Werbung in der Rechnung, sonst gefällt mir das Angebot.',
    'Ich möchte keine Newsletter-Software, sondern ein CRM.',
    'Je ne veux pas recevoir de papier, un PDF suffit.',
    'Je dois me retirer, parlons-en demain.',
    'Je vais me retirer de ce projet, mais mon collègue est intéressé.',
    'No quiero que me llamen, mejor por correo.',
    'Voy a retirarme en mayo, hablemos antes.',
    'Puedo quitarme tiempo el lunes.',
    'Quiero sacarme una duda: ¿cuánto cuesta?',
    'No quiero recibir la factura en papel.',
    'Dejen de enviarme las facturas en papel, me interesa lo digital.',
    'Non voglio ricevere la fattura cartacea.',
    'Posso toglierci un dubbio? Quanto costa?',
    'Vou retirar-me do projeto, fale com a Ana.',
    'Pode tirar-me uma dúvida do contrato?',
    'Não quero receber a fatura em papel.',
    'Ik wil niet te veel ontvangen in één keer, begin met tien stuks.',
    'Haal mij maandag op van het station.',
    'Ik schrijf me in voor de demo van maandag.',
    'Nie chcę otrzymywać faktur na papierze.',
    'Jag vill inte få en faktura på papper.',
    'Vi vill inte ha ett långt avtal.',
    'En halua saada laskua paperilla.',
    'Nechci dostávat faktury poštou.',
    'Nem szeretnék több hibát, kezdjük kicsiben.',
    'Nu vreau să primesc factura pe hârtie.',
    'Beni listenizde görünce heyecanımı kaldırdı.',
    'Не хочу получать счета на бумаге.',
    'この案内は結構ですね、詳しく教えてください。',
    '我想请你给我发邮件',
    "I don't want to be contacted by phone, e-mail is better.",
    "I don't want any mail to be lost.",
    'I want to be removed from the meeting.',
    'Ich möchte keine E-Mails verpassen, die Sie schicken.',
    "Ne m'envoyez plus de factures sur papier.",
    'No me envíen más facturas en papel.',
    'We krijgen geen mails meer van onze klanten, kunt u helpen?',
    'Proszę usunąć mnie ze spotkania.',
    'Ta bort mig från mötet.',
    'Älä lähetä tarjousta postissa.',
    'Neposílejte mi fakturu poštou.',
    'Odstraňte mě z té schůzky.',
    'Törölje ki a régi fájlt, kérem.',
    'Nu îmi trimiteți facturi pe hârtie.',
    'Beni toplantıdan çıkarın.',
    'Bana artık fatura göndermeyin.',
    'Уберите меня из встречи.',
    'Больше не присылайте счета на бумаге.',
    '配信の停止機能はありますか。',
    '客户想退订怎么办？',
    '수신 거부 기능이 있나요?',
    'メールで結構です。よろしくお願いします。',
    'Sounds good.\n\nOn 20 Nov 2026, Sales wrote:\n> To unsubscribe, reply with: unsubscribe\n> Please remove me from your list',
    'Sounds good.\n\n-----Original Message-----\nFrom: Sales\nunsubscribe',
    'Sounds good.\n\nVon: Sales\nGesendet: Montag\nabmelden',
    `Sounds good.\nBest\nGrace\nCEO\nAcme\nLondon\nIf you no longer wish to hear from us: unsubscribe me`,
  ])('is not taken from other words: %s', (text) => {
    expect(asks(text)).toBe(false)
  })

  it.each(['Re: unsubscribe', 'Unsubscribe rates in 2026', 'Stop and think', 'Remove your logo'])(
    'is not taken from another subject: %s',
    (subject) => {
      expect(asks('Yes.', subject)).toBe(false)
    },
  )

  it('is a fact of a reply, and never of an automatic answer or a report', async () => {
    const own = { kind: 'smtp', email: 'sales@own.example', host: 'imap.own.example' } as const
    const text = 'Please remove me from your list.'
    const fact = async (written: object) => inboundFactIn(await mailOf({ text, ...written }), own)
    expect(await fact({})).toMatchObject({ kind: 'reply', asksToStop: true })
    const automatic = { headers: { 'Auto-Submitted': 'auto-replied' } }
    expect(await fact(automatic)).toMatchObject({ kind: 'autoReply', asksToStop: false })
    const report = { from: 'MAILER-DAEMON@mx.example', subject: 'failure notice' }
    expect(await fact(report)).toMatchObject({ kind: 'softBounce', asksToStop: false })
  })

  it.each(['please ', 'remove me ', 'stop e-mailing ', '\n', '我', 'ne ', 'usun', ', '])(
    'is looked for within 100 ms of processor time in 60 kB of %j',
    (unit) => {
      const text = unit.repeat(60_000 / unit.length)
      expect(workedMsDuring(() => asks(text, text.slice(0, 1_000)))).toBeLessThan(100)
    },
  )
})
