import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { until } from '../../../support/until.ts'
import { Console, expectAccessible } from '../../console.ts'

let console: Console
let mails = ''
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    stream.on('data', (chunk: Buffer) => {
      mails += chunk.toString()
    })
    stream.once('end', () => done())
  },
})

beforeAll(async () => {
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  const { port } = smtp.server.address() as AddressInfo
  console = await Console.start((home) =>
    home.launch({
      SIGN_UP: 'open',
      PUBLIC_API_URL: 'https://spindle.example.com',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'spindle@example.com',
    }),
  )
})
afterAll(async () => {
  await console.close()
  await new Promise<void>((done) => smtp.close(() => done()))
})

describe('a user who signs up where addresses are confirmed', () => {
  it('sees on every page that nothing is sent, until the link in the mail is opened', async () => {
    const page = await console.visit('/sign-up')
    await page.getByLabel('Your name').fill('Grace Hopper')
    await page.getByLabel('Organization').fill('Compilers')
    await page.getByLabel('E-mail').fill('grace@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('Spindle sends no messages until you open the confirmation link').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send another confirmation link' }).click()
    await page.getByText('We have sent you another confirmation link.').waitFor()
    const links = () => mails.replaceAll('=\r\n', '').match(/\/confirm#cfm_\w+/g) ?? []
    await until(() => Promise.resolve(links().length === 2))
    await page.goto(links()[1] ?? '')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Your e-mail address is confirmed').waitFor()
    await page.getByText('Spindle sends no messages until').waitFor({ state: 'detached' })
    await expectAccessible(page)
    expect(console.faults).toEqual([])
  })
})
