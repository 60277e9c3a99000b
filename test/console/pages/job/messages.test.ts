import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addSpinner, addTable, ingest, start } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const narrow = { width: 360, height: 740 }
const wide = { width: 1280, height: 800 }
const html = `<style>h1 { color: rgb(1, 2, 3) }</style><h1>Hello {{ name }}</h1>
  <a href="https://elsewhere.example.org/">Read on</a>
  <img alt="seen" src="data:," onerror="document.title = 'ran'">
  <script>document.querySelector('h1').textContent = 'ran'</script>`

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  // Messages to Ada and Grace, which several tests read and no test changes.
  const { ingestToken, spinnerId } = console.demo
  const people = ['Ada', 'Grace'].map((name) => ({ name, email: `${name}@example.com` }))
  await ingest(page, ingestToken, people)
  await start(page, spinnerId)
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

describe('the log of messages', () => {
  it('explains its purpose while it is empty, and that no mail leaves the machine', async () => {
    page = (await console.visitOwn('/messages')).page
    await page.getByRole('heading', { name: 'No messages' }).waitFor()
    await page.getByText('Spindle sends no e-mails yet').waitFor()
    expect(await page.getByRole('main').textContent()).toContain('SMTP_URL')
    await page.getByRole('link', { name: 'Connect a mailbox' }).waitFor()
  })

  it('can be limited to the captured messages of one job by its address', async () => {
    await openPage(page, '/messages?status=captured&jobId=019c0000-0000-7000-8000-000000000000')
    await page.getByRole('heading', { name: 'No matching messages' }).waitFor()
  })

  it('shows each message with its state and content', async () => {
    await openPage(page, '/messages')
    await page.getByRole('button', { name: /Grace@example\.com/ }).click()
    await page.getByRole('definition').filter({ hasText: 'Welcome, Grace' }).waitFor()
    await page.getByText('Hello Grace,').waitFor()
    await page.getByText('Captured').first().waitFor()
    await page.getByRole('link', { name: 'its job' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome new leads' }).waitFor()
    await page.getByRole('link', { name: 'Messages of this job' }).click()
    await page.getByRole('button', { name: 'One job: show all' }).waitFor()
    await page.getByRole('link', { name: 'Open the job' }).waitFor()
  })

  it('shows HTML in a sandbox with its style, where no script runs and no link works', async () => {
    const dataTableId = await addTable(page, 'Readers', [{ name: 'Barbara', email: 'barbara@example.com' }])
    const steps = [{ type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello', html }]
    const beautiful = await addSpinner(page, { name: 'Beautiful', dataTableId, audience: 'all', steps })
    await openPage(page, '/messages?status=captured')
    await start(page, beautiful)
    await page.getByRole('button', { name: /barbara@example\.com/ }).click()
    const frame = page.frameLocator('iframe')
    const heading = frame.getByRole('heading', { name: 'Hello Barbara' })
    await heading.waitFor()
    expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
    const colour = "getComputedStyle(document.querySelector('h1')).color"
    expect(await page.frames().at(-1)?.evaluate(colour)).toBe('rgb(1, 2, 3)')
    await frame.getByRole('link', { name: 'Read on' }).click()
    await page.getByRole('tab', { name: 'Plain text' }).waitFor()
    await heading.waitFor()
    expect(page.context().pages().length).toBe(1)
    expect(await page.title()).toBe('Messages – Spindle')
  })

  it.each([
    ['wide', wide],
    ['narrow', narrow],
  ] as const)('is accessible, %s, in light and dark', async (_, size) => {
    await page.setViewportSize(size)
    await openPage(page, '/messages')
    await page.getByRole('list', { name: 'Messages' }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInBoth(page)
  })

  it('shows the list and the message one after the other on a narrow screen', async () => {
    await page.setViewportSize(narrow)
    await openPage(page, '/messages')
    await page.getByRole('list', { name: 'Messages' }).getByRole('button').first().click()
    await page.getByRole('heading', { name: 'Message', exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'All messages' }).click()
    await page.getByRole('list', { name: 'Messages' }).waitFor()
  })

  it('finds messages by address', async () => {
    await openPage(page, '/messages')
    await page.getByRole('button', { name: /Grace@example\.com/ }).waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill('ada@example.com')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('button', { name: /Grace@example\.com/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Ada@example\.com/ }).waitFor()
  })

  it('finds messages by subject, spinner, step and time', async () => {
    const listed = page.getByRole('list', { name: 'Messages' })
    await openPage(page, '/messages')
    await page.getByRole('textbox', { name: 'Subject' }).fill('grace')
    await page.getByRole('button', { name: 'Find the subject' }).click()
    await listed.getByRole('button', { name: /Ada@example\.com/ }).waitFor({ state: 'detached' })
    await listed.getByRole('button', { name: /Grace@example\.com/ }).waitFor()
    await page.getByRole('combobox', { name: 'Spinner' }).click()
    await page.getByRole('option', { name: 'Welcome new leads' }).click()
    await page.getByRole('combobox', { name: 'Step' }).click()
    await page.getByRole('option', { name: /^1 Welcome/ }).click()
    await page.waitForURL(/step=s0/)
    await listed.getByRole('button', { name: /Grace@example\.com/ }).waitFor()
    await expectAccessible(page)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await openPage(page, `/messages?since=${tomorrow}`)
    await page.getByRole('heading', { name: 'No matching messages' }).waitFor()
  })

  it('keeps bodies for 30 days, until an admin chooses otherwise', async () => {
    page = (await console.visitOwn('/organization')).page
    const settings = async () => (await page.request.get('/api/v1/organization')).json()
    expect(await settings()).toMatchObject({ keepsBodies: true, bodyDays: 30 })
    await page.getByRole('combobox', { name: 'Delete message bodies after' }).click()
    await page.getByRole('option', { name: '90 days' }).click()
    await page.getByText('The time was changed').waitFor()
    expect(await settings()).toMatchObject({ bodyDays: 90 })
    await expectAccessible(page)
    await page.getByRole('switch', { name: 'Keep message bodies' }).click()
    await page.getByText('New message bodies are not kept').waitFor()
    await page.getByRole('combobox', { name: 'Delete message bodies after' }).waitFor({ state: 'detached' })
  })

  it('is linked from the page of a person', async () => {
    await openPage(page, '/people?email=ada@example.com')
    await page.getByRole('button', { name: 'The message “Welcome, Ada”' }).click()
    await page.getByRole('link', { name: 'See the message in the log' }).click()
    await page.getByRole('definition').filter({ hasText: 'Welcome, Ada' }).waitFor()
  })
})

describe('an e-mail step', () => {
  it('accepts an uploaded file, and sends a test to the user', async () => {
    const { dataTableId } = console.demo
    const steps = [{ type: 'email', to: '{{ email }}', subject: 'Hi {{ name }}', text: 'Hello' }]
    const id = await addSpinner(page, { name: 'With a file', dataTableId, audience: 'all', steps })
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('button', { name: 'Send me a test e-mail' }).click()
    await page.getByText('The test e-mail is only shown here, not sent').waitFor()
    const file = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('An offer') }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('button', { name: 'Remove the attachment offer.txt' }).waitFor()
    await page
      .getByRole('group', { name: 'Save state of the spinner' })
      .getByText('Saved', { exact: true })
      .waitFor()
    const answer = await page.request.get(`/api/v1/spinners/${id}`)
    expect((await answer.json()).steps[0].attachments).toHaveLength(1)
    await expectAccessible(page)
  })
})
