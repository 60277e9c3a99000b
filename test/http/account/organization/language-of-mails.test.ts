import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { SmtpMailer } from '../../../../src/adapters/channels/smtp/smtp-mailer.ts'
import { provideValue } from '../../../../src/composition/provide.ts'
import { Mailer } from '../../../../src/ports/account/mailer.ts'
import { SignUpRules } from '../../../../src/use-cases/account/sign-up.ts'
import { type Api, createApi } from '../../../support/api.ts'
import { type Person, signUp } from '../../../support/data/person.ts'
import { appCode, turnOnSecondFactor } from '../../../support/data/sign-in/second-factor.ts'
import { until } from '../../../support/until.ts'
import { createWorld, type World } from '../../../support/world.ts'

interface ReceivedMail {
  readonly subject: string
  readonly text: string
}

describe('e-mails about accounts', () => {
  const mails: { readonly to: string; readonly content: Buffer }[] = []
  let smtp: SMTPServer
  let mailer: SmtpMailer
  let world: World
  let api: Api

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', content: Buffer.concat(chunks) })
          done()
        })
      },
    })
    await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
    const { port } = smtp.server.address() as AddressInfo
    const onFault = (error: unknown) => {
      throw error
    }
    mailer = new SmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'spindle@example.com', onFault })
    world = await createWorld([
      provideValue(Mailer, mailer),
      provideValue(SignUpRules, new SignUpRules('starter', 'open', true)),
    ])
    api = await createApi(world)
  })
  afterAll(async () => {
    await world.close()
    await mailer.close()
    await new Promise<void>((done) => smtp.close(() => done()))
  })

  /** Returns the next mail to an address, when the mail server has got it. */
  async function nextMail(to: string): Promise<ReceivedMail> {
    await until(() => Promise.resolve(mails.some((mail) => mail.to === to)))
    const [mail] = mails.splice(
      mails.findIndex((other) => other.to === to),
      1,
    )
    const { subject = '', text = '' } = await PostalMime.parse(mail?.content ?? '')
    return { subject, text }
  }

  const tokenIn = ({ text }: ReceivedMail) => /#(\w+)/.exec(text)?.[1] ?? ''

  /** Signs a person up in a language and confirms the address. Returns the confirmation mail, too. */
  async function confirmed(
    language: string,
  ): Promise<{ readonly person: Person; readonly mail: ReceivedMail }> {
    const person = await signUp(api, { language })
    const mail = await nextMail(person.email)
    await person.do('POST', '/auth/confirmation/confirm', { token: tokenIn(mail) })
    return { person, mail }
  }

  it.each([
    {
      language: 'en',
      greeting: 'Hello Ada Lovelace,',
      subjects: [
        'Confirm your e-mail address for Spindle',
        'Set a new password for Spindle',
        'Join Analytical Engines on Spindle',
        'Two-factor sign-in was turned on',
        'Approve your new e-mail address for Spindle',
        'Confirm your new e-mail address for Spindle',
        'Your e-mail address for Spindle has changed',
        'Analytical Engines on Spindle is to be deleted',
      ],
      role: 'on Spindle as an editor. Open this link',
      day: 'Friday, 27 November 2026 at',
    },
    {
      language: 'de',
      greeting: 'Guten Tag Ada Lovelace,',
      subjects: [
        'Bestätigen Sie Ihre E-Mail-Adresse für Spindle',
        'Neues Passwort für Spindle festlegen',
        'Treten Sie Analytical Engines bei Spindle bei',
        'Die Zwei-Faktor-Anmeldung wurde eingeschaltet',
        'Genehmigen Sie Ihre neue E-Mail-Adresse für Spindle',
        'Bestätigen Sie Ihre neue E-Mail-Adresse für Spindle',
        'Ihre E-Mail-Adresse für Spindle hat sich geändert',
        'Analytical Engines soll bei Spindle gelöscht werden',
      ],
      role: 'bei Spindle als Bearbeiter beizutreten',
      day: 'am Freitag, 27. November 2026 um',
    },
    {
      language: 'fr',
      greeting: 'Bonjour Ada Lovelace,',
      subjects: [
        'Confirmez votre adresse e-mail pour Spindle',
        'Définissez un nouveau mot de passe pour Spindle',
        'Rejoignez Analytical Engines sur Spindle',
        'L’authentification à deux facteurs a été activée',
        'Approuvez votre nouvelle adresse e-mail pour Spindle',
        'Confirmez votre nouvelle adresse e-mail pour Spindle',
        'Votre adresse e-mail pour Spindle a changé',
        'Analytical Engines va être supprimée de Spindle',
      ],
      role: 'sur Spindle avec le rôle «\u00a0éditeur\u00a0».',
      day: 'le vendredi 27 novembre 2026 à',
    },
    {
      language: 'es',
      greeting: 'Hola, Ada Lovelace:',
      subjects: [
        'Confirme su dirección de correo para Spindle',
        'Establezca una contraseña nueva para Spindle',
        'Únase a Analytical Engines en Spindle',
        'Se ha activado el inicio de sesión en dos pasos',
        'Apruebe su nueva dirección de correo para Spindle',
        'Confirme su nueva dirección de correo para Spindle',
        'Su dirección de correo para Spindle ha cambiado',
        'Analytical Engines se va a eliminar de Spindle',
      ],
      role: 'en Spindle como editor.',
      day: 'el viernes, 27 de noviembre de 2026,',
    },
  ])('are in the language of the organization: $language', async (expected) => {
    const { language, greeting, subjects, role, day } = expected
    const { person, mail: confirmation } = await confirmed(language)
    const { email, password } = person
    await api.ask('/api/v1/auth/password-reset', { method: 'POST', json: { email } })
    const reset = await nextMail(email)
    const guest = `guest.${email}`
    await person.do('POST', '/invitations', { email: guest, role: 'editor' })
    const invitation = await nextMail(guest)
    expect(invitation.text).toContain(role)
    const search = language === 'en' ? '' : `?organization-language=${language}`
    for (const [mail, path] of [
      [confirmation, '/confirm'],
      [reset, '/reset-password'],
      [invitation, '/join'],
    ] as const)
      expect(mail.text).toContain(`${path}${search}#`)
    const next = `next.${email}`
    await person.do('POST', '/profile/email', { email: next, password })
    const [approval, proof] = [await nextMail(email), await nextMail(next)]
    for (const mail of [approval, proof]) {
      const json = { token: tokenIn(mail) }
      expect((await api.ask('/api/v1/auth/email/confirm', { method: 'POST', json })).status).toBe(200)
    }
    const [change] = [await nextMail(email), await nextMail(next)]
    const { secret } = await turnOnSecondFactor(person, world.clock)
    const factor = await nextMail(next)
    world.clock.advance(30)
    const code = appCode(secret, world.clock.now())
    await person.do('POST', '/organization/deletion', { name: 'Analytical Engines', password, code })
    const deletion = await nextMail(next)
    const received = [confirmation, reset, invitation, factor, approval, proof, change, deletion]
    expect(received.map(({ subject }) => subject)).toEqual(subjects)
    for (const mail of [confirmation, reset, factor, approval, change, deletion])
      expect(mail.text.split('\n')[0]).toBe(greeting)
    expect(deletion.text).toContain(day)
    if (language !== 'en') for (const { text } of received) expect(text).not.toMatch(/Hello|account on|link/)
  })
})
