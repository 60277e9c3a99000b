import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { DnsServer } from '../../../support/servers/dns-server.ts'
import { startImapServer, type TestImapServer } from '../../../support/servers/imap-server.ts'
import { MailProvider } from '../../../support/servers/mail-provider.ts'
import { until } from '../../../support/until.ts'
import { addSpinner, ask, draftSpinner, start } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { intercept } from '../../intercept.ts'
import { openPage } from '../../open-page.ts'

const domain = 'xn--bcher-kva.example'
const dns = new DnsServer()
const narrow = { width: 360, height: 740 }

let console: Console
let provider: MailProvider
let smtp: SMTPServer
let inbox: TestImapServer
let page: Page
/** The id of the sender Grace Hopper in the demo organization. */
let graceId: string

beforeAll(async () => {
  provider = await MailProvider.start()
  inbox = await startImapServer({ user: 'sales-in', password: 'hush' })
  smtp = new SMTPServer({
    closeTimeout: 50,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'hush' ? done(null, { user: username }) : done(new Error('Wrong password, ask IT')),
  })
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  const nameServer = await dns.listen()
  console = await Console.start((home) => {
    provider.register(`${home.url}/api/v1/channels/google/callback`)
    const { clientId, clientSecret, issuer, api } = provider.settings()
    return home.launch({
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: issuer,
      GOOGLE_API: api,
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      DNS_SERVERS: nameServer,
    })
  })
  console.allowRequestsTo(provider.issuer)
})
beforeEach(async () => {
  page = await console.enterDemo()
  // Makes Grace Hopper the default in any order of the tests.
  graceId = (await connectGrace()).id
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
  await inbox.close()
  provider.close()
  await dns.close()
  await new Promise<void>((done) => smtp.close(done))
})

const grace = () => page.getByRole('article', { name: 'Grace Hopper' })
const sales = () => page.getByRole('article', { name: 'Sales' })

interface StoredSender {
  readonly id: string
  readonly name: string
  readonly limits: { readonly dailyLimit: number | null }
  readonly imap: object | null
  readonly signature: string | null
  readonly signatureHtml: string | null
}

async function findSender(name: string): Promise<StoredSender | undefined> {
  const { items } = await ask<{ items: StoredSender[] }>(page, 'GET', '/senders')
  return items.find((sender) => sender.name === name)
}

async function senderNamed(name: string): Promise<StoredSender> {
  const sender = await findSender(name)
  if (sender === undefined) throw new Error(`No sender has the name ${name}`)
  return sender
}

/** Connects the mailbox of Grace Hopper with the consent of its provider, unless an earlier test has connected it. */
async function connectGrace(): Promise<StoredSender> {
  const name = 'Grace Hopper'
  const found = await findSender(name)
  if (found !== undefined) return found
  const { url } = await ask<{ url: string }>(page, 'POST', '/senders/google/connect')
  const answer = await page.request.get(await provider.consent(url))
  if (!answer.ok()) throw new Error(`The mailbox cannot be connected: ${await answer.text()}`)
  const { id } = await senderNamed(name)
  await ask(page, 'PATCH', `/senders/${id}`, { isDefault: true })
  return senderNamed(name)
}

const smtpPort = () => (smtp.server.address() as AddressInfo).port

/** Adds the SMTP account Sales, unless an earlier test has added it. */
async function addSales(): Promise<void> {
  if ((await findSender('Sales')) !== undefined) return
  const account = { host: '127.0.0.1', port: smtpPort(), tls: 'none', user: 'sales', password: 'hush' }
  await ask(page, 'POST', '/senders', {
    kind: 'smtp',
    name: 'Sales',
    email: 'sales@example.com',
    dkimSelector: 'mail',
    smtp: account,
  })
}

const spf = 'v=spf1 include:_spf.google.com ~all'

/** Gives the domain of Grace Hopper these DNS records, which the service then reads. */
async function setDns(...records: readonly ('SPF' | 'DKIM' | 'DMARC')[]): Promise<void> {
  const names = { SPF: domain, DKIM: `google._domainkey.${domain}`, DMARC: `_dmarc.${domain}` }
  const texts = { SPF: spf, DKIM: 'v=DKIM1; k=rsa; p=MIIB', DMARC: 'v=DMARC1; p=none' }
  for (const name of Object.values(names)) dns.texts.delete(name)
  for (const record of records) dns.texts.set(names[record], [texts[record]])
  await ask(page, 'POST', `/senders/${graceId}/domain/check`)
}

it('a mailbox is connected with the consent of its provider, which returns from another site', async () => {
  page = (await console.visitOwn('/senders')).page
  await page.getByRole('heading', { name: 'No senders yet' }).waitFor()
  await page.getByRole('button', { name: 'Connect a mailbox' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Google' }).click()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('heading', { name: 'Nothing was connected' }).waitFor()
  await page.getByRole('link', { name: 'Go to senders' }).click()
  await page.getByRole('button', { name: 'Connect a mailbox' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Google' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'The mailbox is connected' }).waitFor()
  // The organization has a published spinner whose e-mails would leave from the mailbox if it became the default.
  await page.getByText(/make it the default sender/).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to senders' }).click()
  await grace().getByText('Connected').waitFor()
  await grace().getByText('Grace@bücher.example').waitFor()
  expect(await grace().getByText('Default', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Edit Grace Hopper' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('switch', { name: /^Default sender/ }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await grace().getByText('Default', { exact: true }).waitFor()
})

it('a sender whose mail server turns off the sign-in with a password warns, with what to do', async () => {
  const message = 'Microsoft 365 turns off the sign-in. Connect the mailbox by Microsoft instead'
  const { items, ...rest } = await ask<{ items: readonly StoredSender[] }>(page, 'GET', '/senders')
  const warned = items.map((item) => ({ ...item, warning: { code: 'PASSWORD_SIGN_IN_ENDS', message } }))
  await intercept(page, '**/api/v1/senders?*', (route) => route.fulfill({ json: { ...rest, items: warned } }))
  await openPage(page, '/senders')
  await grace().getByText('This sender will stop sending').waitFor()
  await grace().getByText(`${message}.`).waitFor()
  await expectAccessible(page)
  await page.setViewportSize(narrow)
  await expectNoSidewaysScroll(page)
})

/** Replaces the signature in the form of a sender by lines, as a user types them. */
async function writeSignature(form: Locator, ...lines: readonly string[]): Promise<void> {
  const editor = form.getByRole('textbox', { name: 'Signature', exact: true })
  await editor.press('ControlOrMeta+a')
  for (const [index, line] of lines.entries()) {
    if (index > 0) await editor.press('Shift+Enter')
    await editor.pressSequentially(line)
  }
}

it('a signature is edited as recipients see it, with its plain text beside it, and stays until it is edited', async () => {
  const stored = async () => {
    const { signature, signatureHtml } = await senderNamed('Grace Hopper')
    return { signature, signatureHtml }
  }
  const plain = { signature: 'Grace Hopper\nExample Ltd.', signatureHtml: null }
  await ask(page, 'PATCH', `/senders/${graceId}`, plain)
  await openPage(page, '/senders')
  const form = page.getByRole('dialog', { name: 'Edit Grace Hopper' })
  const editor = form.getByRole('textbox', { name: 'Signature', exact: true })
  const save = async () => {
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Edit Grace Hopper' }).click()
  await editor.getByText('Example Ltd.').waitFor()
  await save()
  expect(await stored()).toEqual(plain)

  await page.getByRole('button', { name: 'Edit Grace Hopper' }).click()
  await editor.getByText('Example Ltd.').waitFor()
  await expectAccessible(page)
  expect(await form.getByRole('toolbar').getByRole('button').count()).toBe(6)
  await editor.press('ControlOrMeta+a')
  await form.getByRole('button', { name: 'Bold' }).click()
  await editor.press('ArrowRight')
  await editor.press('Shift+Enter')
  await form.getByRole('button', { name: 'Bold' }).click()
  await editor.pressSequentially('Our product')
  for (let letter = 0; letter < 'product'.length; letter++) await editor.press('Shift+ArrowLeft')
  await form.getByRole('button', { name: 'Link' }).click()
  const link = page.getByRole('dialog', { name: 'Link' })
  await link.getByRole('textbox', { name: 'Address' }).fill('example.com/looms')
  await link.getByRole('button', { name: 'Set the link' }).click()
  await link.waitFor({ state: 'detached' })
  await page.setViewportSize(narrow)
  await expectNoSidewaysScroll(page)
  await save()
  expect(await stored()).toEqual({
    signature: 'Grace Hopper\nExample Ltd.\nOur product (https://example.com/looms)',
    signatureHtml:
      '<p><strong>Grace Hopper<br>Example Ltd.<br></strong>Our <a href="https://example.com/looms">product</a></p>',
  })

  const foreign = { signature: 'Grace', signatureHtml: '<section><b>Grace</b></section>' }
  await ask(page, 'PATCH', `/senders/${graceId}`, foreign)
  await openPage(page, '/senders')
  await page.getByRole('button', { name: 'Edit Grace Hopper' }).click()
  await form.getByRole('textbox', { name: 'Signature as HTML' }).waitFor()
  await form.getByRole('textbox', { name: 'Signature', exact: true }).fill('Grace Hopper')
  await save()
  expect(await stored()).toEqual({ ...foreign, signature: 'Grace Hopper' })
  await ask(page, 'PATCH', `/senders/${graceId}`, plain)
})

it('a sender is edited, paused and resumed', async () => {
  await ask(page, 'PATCH', `/senders/${graceId}`, { limits: { dailyLimit: null, ramp: null } })
  await openPage(page, '/senders')
  await page.getByRole('button', { name: 'Edit Grace Hopper' }).click()
  const form = page.getByRole('dialog')
  await writeSignature(form, 'Grace Hopper', 'Example Ltd.')
  await form.getByRole('textbox', { name: 'Messages a day' }).fill('50')
  await form.getByRole('switch', { name: /^Start with few/ }).click()
  // Deletes the number and types another one, as a user does: the field must not fill itself meanwhile.
  const steps = form.getByRole('textbox', { name: 'Messages added each time' })
  await steps.press('ControlOrMeta+a')
  await steps.press('Backspace')
  await steps.pressSequentially('15')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await grace()
    .getByText('0 of 20 messages today · limit raised by 15 messages every day, up to 50')
    .waitFor()
  await page.getByRole('button', { name: 'Pause Grace Hopper' }).click()
  await grace().getByText('This sender was paused by a member').waitFor()
  await page.getByRole('button', { name: 'Resume Grace Hopper' }).click()
  await grace().getByText('Connected').waitFor()
})

it('an edit does not replace the change of another user, unless the user decides so', async () => {
  const path = `/senders/${graceId}`
  await ask(page, 'PATCH', path, { limits: { dailyLimit: 50, ramp: null } })
  const limitNow = async () => (await senderNamed('Grace Hopper')).limits.dailyLimit
  await openPage(page, '/senders')
  await page.getByRole('button', { name: 'Edit Grace Hopper' }).click()
  const form = page.getByRole('dialog')
  await writeSignature(form, 'Grace Hopper', 'Example GmbH')
  await ask(page, 'PATCH', path, { limits: { dailyLimit: 45 } })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('This sender was changed while you edited it').waitFor()
  await expectAccessible(page)
  expect(await limitNow()).toBe(45)
  // The console reads the senders again after the refusal. The form still has the revision that the user saw.
  await page.getByText('0 of 45 messages today').waitFor({ state: 'attached' })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('This sender was changed while you edited it').waitFor()
  expect(await limitNow()).toBe(45)
  await form.getByRole('button', { name: 'Save my version' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await limitNow()).toBe(50)
})

it('an edit that is refused for another reason says why, and is not offered again', async () => {
  await openPage(page, '/senders')
  await page.getByRole('button', { name: 'Edit Grace Hopper' }).click()
  const form = page.getByRole('dialog')
  await writeSignature(form, 'Grace Hopper', 'Example Inc.')
  const message = 'A mailbox of this sender is being moved; nothing was changed'
  await intercept(page, '**/api/v1/senders/*', async (route) => {
    const problem = { ok: false, code: 'CONFLICT', message, status: 409, requestId: 'none' }
    await route.fulfill({ status: 409, json: problem })
  })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText(message).waitFor()
  expect(await form.getByRole('button', { name: 'Save my version' }).count()).toBe(0)
})

it('the copy of a sender in test mode is shown without its DNS records, which are not checked there', async () => {
  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/projects')
  await ask(page, 'POST', `/projects/${items[0]?.id}/copy-to-test`, {})
  await ask(page, 'POST', '/test-mode/enter')
  await openPage(page, '/senders')
  await grace()
    .getByText(/: DNS is not checked in test mode$/)
    .waitFor()
  expect(
    await grace()
      .getByRole('button', { name: /DNS records/ })
      .count(),
  ).toBe(0)
  await expectAccessible(page)
  await ask(page, 'POST', '/test-mode/leave')
})

it('an SMTP account is added, with the answer of its server if it refuses', async () => {
  const former = await findSender('Sales')
  if (former !== undefined) await ask(page, 'DELETE', `/senders/${former.id}`)
  await openPage(page, '/senders')
  await page.getByRole('button', { name: 'Connect a mailbox' }).click()
  const form = page.getByRole('dialog', { name: 'Connect a mailbox' })
  await form.waitFor()
  await expectAccessible(page)
  await form.getByRole('button', { name: /^Yahoo/ }).click()
  const link = form.getByRole('link', { name: 'Open the page of Yahoo Mail' })
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/login\.yahoo\.com\//)
  await form.getByRole('button', { name: 'Back' }).click()
  await form.getByRole('button', { name: 'Another server' }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Sales')
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill('sales@example.com')
  await form.getByRole('textbox', { name: 'Server', exact: true }).fill('smtp.example.com')
  expect(await form.getByRole('textbox', { name: 'IMAP server' }).inputValue()).toBe('imap.example.com')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard what you have entered?' }).getByText('Cancel').click()
  await form.getByRole('switch', { name: 'Read replies to this sender (IMAP)' }).uncheck()
  await form.getByRole('textbox', { name: 'Server', exact: true }).fill('127.0.0.1')
  await form.getByLabel('Encryption').first().click()
  await page.getByRole('option', { name: /^No encryption/ }).click()
  await form.getByRole('textbox', { name: 'Port' }).fill(String(smtpPort()))
  await form.getByRole('textbox', { name: 'User name', exact: true }).fill('sales')
  await form.locator('input[type=password]').fill('wrong')
  await form.getByRole('button', { name: 'Test and connect' }).click()
  await form.getByText('Wrong password, ask IT').first().waitFor()
  await form.locator('input[type=password]').fill('hush')
  await form.getByRole('button', { name: 'Test and connect' }).click()
  await form.getByText('Sales is connected.').waitFor()
  await form.getByRole('textbox', { name: 'Messages a day' }).fill('40')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save limits' }).click()
  await sales().getByText('SMTP').waitFor()
  await sales().getByText('0 of 40 messages today').waitFor()
  await sales().getByText('Replies to this sender are not read').waitFor()
  await expectAccessible(page)
})

it('replies to an SMTP account are read from a given IMAP server', async () => {
  await addSales()
  const imap = async () => (await senderNamed('Sales')).imap
  await openPage(page, '/senders')
  await page.getByRole('button', { name: 'Edit Sales' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('switch', { name: 'Read replies to this sender (IMAP)' }).click()
  await form.getByRole('textbox', { name: 'IMAP server' }).fill('127.0.0.1')
  await form.getByLabel('IMAP encryption').first().click()
  await page.getByRole('option', { name: 'STARTTLS (port 143)' }).click()
  await form.getByRole('textbox', { name: 'IMAP port' }).fill(String(inbox.port))
  await form.getByRole('textbox', { name: 'IMAP user name' }).fill('somebody')
  // Types the password again in the test, because the form does not send a stored password to another IMAP server.
  await form.locator('input[type=password]').fill('hush')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Wrong password').first().waitFor()
  await form.getByRole('textbox', { name: 'IMAP user name' }).fill('sales-in')
  await form.getByRole('button', { name: 'Save' }).click()
  await sales().getByText('Replies to this sender are read').waitFor()
  expect(await imap()).toEqual({ host: '127.0.0.1', port: inbox.port, tls: 'starttls', user: 'sales-in' })
  await page.getByRole('button', { name: 'Edit Sales' }).click()
  await form.getByRole('switch', { name: 'Read replies to this sender (IMAP)' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await sales().getByText('Replies to this sender are not read').waitFor()
  expect(await imap()).toBeNull()
})

it('the pages of senders fit a phone, and each step that connects a mailbox fits its screen', async () => {
  await openPage(page, '/senders')
  await grace().waitFor()
  await page.setViewportSize(narrow)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Connect a mailbox' }).click()
  const form = page.getByRole('dialog')
  const fits = () =>
    page.evaluate<boolean>(`document.querySelector('[role=dialog]').scrollHeight <= innerHeight`)
  await form.getByRole('button', { name: 'GoDaddy' }).waitFor()
  expect(await fits()).toBe(true)
  await form.getByRole('button', { name: 'Fastmail' }).click()
  await form.getByText('Create an app password').waitFor()
  expect(await fits()).toBe(true)
  expect(await form.locator('input').count()).toBeLessThanOrEqual(4)
  await expectAccessible(page)
})

it('a sender shows which DNS records its domain lacks, with the values to add', async () => {
  await setDns()
  await openPage(page, '/senders')
  await grace().getByText(`${domain}: The DNS records SPF, DKIM and DMARC are missing or wrong`).waitFor()
  await grace().getByRole('button', { name: 'Show DNS records of the domain of Grace Hopper' }).click()
  const region = grace().getByRole('region', { name: 'SPF' })
  await region.getByText(spf).waitFor()
  await expectAccessible(page)
  dns.texts.set(domain, [spf])
  await grace().getByRole('button', { name: 'Check again' }).click()
  await region.getByText('Found').waitFor()
  await grace().getByText(`${domain}: The DNS records DKIM and DMARC are missing or wrong`).waitFor()
})

it('the DNS records are found after they were added', async () => {
  await setDns('SPF')
  await openPage(page, '/senders')
  await grace().getByRole('button', { name: 'Show DNS records of the domain of Grace Hopper' }).click()
  await grace().getByText(`${domain}: The DNS records DKIM and DMARC are missing or wrong`).waitFor()
  dns.texts.set(`google._domainkey.${domain}`, ['v=DKIM1; k=rsa; p=MIIB'])
  dns.texts.set(`_dmarc.${domain}`, ['v=DMARC1; p=none'])
  await grace().getByRole('button', { name: 'Check again' }).click()
  await grace().getByText(`${domain}: The DNS records SPF, DKIM and DMARC are found`).waitFor()
})

it('an owner can publish without these records after a confirmation', async () => {
  await setDns('SPF')
  const { dataTableId } = console.demo
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
  const id = await draftSpinner(page, { name: 'Unvouched', dataTableId, audience: 'all', steps })
  await openPage(page, `/spinners/${id}`)
  const publish = () => page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish anyway?' })
  const status = async () => (await ask<{ status: string }>(page, 'GET', `/spinners/${id}`)).status
  await publish()
  await dialog.getByText(/has no DMARC record.*_dmarc\.xn--bcher-kva\.example/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await status()).toBe('draft')
  await publish()
  await dialog.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
  expect(await status()).toBe('published')
})

it('an e-mail step chooses its senders and replies in the thread', async () => {
  await setDns('SPF', 'DKIM', 'DMARC')
  const { dataTableId } = console.demo
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hello', text: 'Hello' }]
  const id = await addSpinner(page, { name: 'Follow up', dataTableId, audience: 'all', steps })
  await openPage(page, `/spinners/${id}`)
  await page
    .getByRole('combobox', { name: 'Senders' })
    .or(page.getByRole('textbox', { name: 'Senders' }))
    .click()
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('switch', { name: 'Send in the same e-mail thread' }).click()
  const saved = async () =>
    (await ask<{ steps: { senders?: string[]; thread?: boolean }[] }>(page, 'GET', `/spinners/${id}`))
      .steps[0]
  await until(async () => (await saved())?.thread === true)
  expect((await saved())?.senders).toHaveLength(1)
})

describe('a pool of senders', () => {
  const pool = (name: string) => page.getByRole('article', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const limit = () => dialog().getByRole('textbox', { name: 'Messages in 24 hours' })
  const save = () => dialog().getByRole('button', { name: 'Save', exact: true }).click()
  const poolField = () =>
    dialog()
      .getByRole('combobox', { name: 'Pool' })
      .or(dialog().getByRole('textbox', { name: 'Pool' }))
  const pick = async (option: string) => {
    await page.getByRole('button', { name: 'Edit Grace Hopper' }).click()
    await poolField().click()
    await page.getByRole('option', { name: option }).click()
  }
  const choose = async (option: string) => {
    await pick(option)
    await save()
    await dialog().waitFor({ state: 'detached' })
  }

  beforeEach(async () => {
    const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/sender-pools')
    for (const { id } of items)
      await page.request.delete(`/api/v1/sender-pools/${id}`, { headers: { 'X-Spindle-Console': '1' } })
  })

  it('is created, takes a sender, is edited, loses the sender and is deleted', async () => {
    await openPage(page, '/senders')
    await page.getByRole('button', { name: 'New pool' }).click()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Tenant')
    // A user who deletes the number finds an empty field, and cannot save it.
    await limit().press('ControlOrMeta+a')
    await limit().press('Backspace')
    expect(await limit().inputValue()).toBe('')
    await save()
    await limit().pressSequentially('12005')
    await expectAccessibleInBoth(page)
    await save()
    await pool('Tenant').getByText('0 of 12,005 messages in the last 24 hours · no senders yet').waitFor()

    await choose('Tenant')
    await pool('Tenant').getByText('0 of 12,005 messages in the last 24 hours · Grace Hopper').waitFor()
    await grace().getByText('shares the limit of the pool Tenant').waitFor()
    await expectAccessibleInBoth(page)
    await page.setViewportSize(narrow)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Edit Tenant' }).click()
    await limit().fill('22059')
    await save()
    await pool('Tenant').getByText('0 of 22,059 messages').waitFor()
    await choose('No pool')
    await pool('Tenant').getByText('no senders yet').waitFor()
    expect(await grace().getByText('shares the limit').count()).toBe(0)

    await choose('Tenant')
    await page.getByRole('button', { name: 'Delete Tenant' }).click()
    await dialog().getByText('Grace Hopper stays connected').waitFor()
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
    await pool('Tenant').waitFor({ state: 'detached' })
    await grace().getByText('Connected').waitFor()
    expect(await ask(page, 'GET', `/senders/${graceId}`)).toMatchObject({ poolId: null })
  })

  it('says why it is not saved', async () => {
    const { id } = await ask<{ id: string }>(page, 'POST', '/sender-pools', { name: 'Tenant', maxPerDay: 9 })
    await openPage(page, '/senders')
    await page.getByRole('button', { name: 'Edit Tenant' }).click()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Tenants')
    await ask(page, 'PATCH', `/sender-pools/${id}`, { maxPerDay: 10 })
    await save()
    await dialog().getByText('This pool was changed while you edited it').waitFor()
    await expectAccessible(page)
    await dialog().getByRole('button', { name: 'Save my version' }).click()
    await pool('Tenants').getByText('0 of 9 messages').waitFor()

    // Another user deletes the pool while this user chooses it for a sender.
    await pick('Tenants')
    await page.request.delete(`/api/v1/sender-pools/${id}`, { headers: { 'X-Spindle-Console': '1' } })
    await save()
    await dialog().getByText('Sender pool not found').first().waitFor()
    await expectAccessible(page)
    expect(await poolField().inputValue()).toBe('Deleted pool')
    await poolField().click()
    await page.getByRole('option', { name: 'No pool' }).click()
    await save()
    await dialog().waitFor({ state: 'detached' })

    for (let count = 0; count < 50; count++)
      await ask(page, 'POST', '/sender-pools', { name: `Pool ${count}`, maxPerDay: 9 })
    await openPage(page, '/senders')
    await page.getByRole('button', { name: 'New pool' }).click()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('One more')
    await save()
    await dialog()
      .getByText(/at most 50 pools; delete one first/)
      .first()
      .waitFor()
  })

  it('is shown to members, who cannot change it', async () => {
    await ask(page, 'POST', '/sender-pools', { name: 'Tenant', maxPerDay: 9 })
    await intercept(page, '**/api/v1/auth/session', async (route) => {
      const response = await route.fetch()
      const session = await response.json()
      await route.fulfill({ response, json: { ...session, user: { ...session.user, role: 'viewer' } } })
    })
    await openPage(page, '/senders')
    await pool('Tenant').getByText('0 of 9 messages').waitFor()
    for (const name of ['New pool', 'Edit Tenant', 'Delete Tenant'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
  })
})

it('a mailbox shows which mails are unverified, and which were set aside and why', async () => {
  await setDns('SPF', 'DKIM', 'DMARC')
  const { dataTableId } = console.demo
  const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hi', text: 'Hello' }]
  const spinnerId = await addSpinner(page, { name: 'Written to', dataTableId, audience: 'all', steps })
  const jobId = await start(page, spinnerId)
  const at = new Date().toISOString()
  const fact = { kind: 'hardBounce', at, jobId, recordId: '7', step: 2, path: '1 › SMB › 2' }
  const reason = { code: 'MAIL_FAILED', serverResponse: 'The mail holds a text that cannot be stored' }
  const mail = { messageId: '<odd@example.com>', receivedAt: at, at, reason }
  const mails = [mail, { ...mail, messageId: null }]
  await intercept(page, '**/api/v1/mailboxes?*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const [first, ...rest] = answer.items
    const received = { ...first.received, unverified: 1 }
    const items = [{ ...first, received, unverified: [fact], quarantined: mails }, ...rest]
    await route.fulfill({ response, json: { ...answer, items } })
  })
  await openPage(page, '/replies')
  const unverified = page.getByRole('alert', { name: 'E-mails that may be forged' })
  await unverified.getByText('They stopped no messages').waitFor()
  await unverified.getByText('perhaps forged bounce').waitFor()
  await unverified.getByText('record 7 at step 1 › SMB › 2 of this job').waitFor()
  await page.getByText('1 e-mail that may be forged').waitFor()
  const quarantined = page.getByRole('alert', {
    name: '2 received e-mails could not be processed in three attempts',
  })
  await quarantined.getByText(`<odd@example.com>: ${reason.serverResponse}`).waitFor()
  await quarantined.getByText('without a Message-ID').waitFor()
  await expectAccessible(page)
  await page.setViewportSize(narrow)
  await expectNoSidewaysScroll(page)
  await unverified.getByRole('link', { name: 'this job' }).click()
  await page.waitForURL(`**/jobs/${jobId}`)
})

it('a sender is disconnected', async () => {
  await addSales()
  await openPage(page, '/senders')
  await page.getByRole('button', { name: 'Remove Sales' }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await sales().waitFor({ state: 'detached' })
})
