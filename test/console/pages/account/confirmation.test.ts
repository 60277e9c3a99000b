import { spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { commandOf } from '../../../process/programs.ts'
import { until } from '../../../support/until.ts'
import { ask } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { intercept } from '../../intercept.ts'

let console: Console
let directory = ''
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
  console = await Console.start((home) => {
    directory = home.directory
    return home.launch({
      SIGN_UP: 'open',
      PUBLIC_API_URL: 'https://spindle.example.com',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'spindle@example.com',
    })
  })
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

describe('a user whose further organization requires an invitation of the operator', () => {
  const password = 'correct horse battery staple'

  /** Returns the link that the operator's command prints for an address. */
  function invitationOf(email: string): string {
    const command = commandOf('admin', ['invite', '--email', email])
    const env = { ...command.env, DATA_DIR: directory, LOG_LEVEL: 'warn' }
    const { stdout } = spawnSync(process.execPath, command.words, { cwd: command.cwd, env, encoding: 'utf8' })
    return /https?:\S+#inv_\w+/.exec(stdout)?.[0] ?? ''
  }

  const signUp = (email: string) =>
    console.signUp({ email, password, name: 'Emmy Noether', organizationName: 'Rings' })

  it('pastes its link in the menu, and is told why another link is refused', async () => {
    const email = 'emmy@example.com'
    await signUp(email)
    const page = await console.visit('/join')
    await ask(page, 'POST', '/auth/sign-in', { email, password })
    await page.goto('/')
    const opener = page.getByRole('button', { name: 'Emmy Noether' })
    await opener.click()
    await page.getByRole('menuitem', { name: 'New organization…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Ideals')
    await dialog.getByRole('button', { name: 'Create and switch' }).click()
    await dialog.getByText('Paste the invitation link').waitFor()
    await expectAccessibleInBoth(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    await dialog.getByRole('textbox', { name: 'Invitation' }).fill(invitationOf('other@example.com'))
    await dialog.getByRole('button', { name: 'Create and switch' }).click()
    await dialog
      .getByText(/is for another address than emmy@example.com/)
      .first()
      .waitFor()
    expect(await dialog.getByText('INVALID_TOKEN').count()).toBe(0)
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Invitation' }).fill(` ${invitationOf(email)} `)
    await dialog.getByRole('button', { name: 'Create and switch' }).click()
    await opener.getByText('Ideals').waitFor()
    await opener.click()
    await page.getByRole('menuitem', { name: 'Rings' }).waitFor()
  })

  it('opens its link, signs in, and creates the organization on that page', async () => {
    const email = 'amalie@example.com'
    await signUp(email)
    const { hash } = new URL(invitationOf(email))
    const page = await console.visit(`/sign-up${hash}`)
    await page.getByRole('button', { name: 'Sign in to use the invitation' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText(`You are signed in as ${email}`).waitFor()
    await expectAccessibleInBoth(page)
    await page.getByLabel('Name').fill('Ideals')
    // If the browser cannot switch to the organization, the user tries only this again: the invitation is used.
    await intercept(page, '**/auth/switch', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByRole('button', { name: 'Open the organization' }).click()
    await page.getByRole('button', { name: 'Emmy Noether' }).getByText('Ideals').waitFor()
  })
})
