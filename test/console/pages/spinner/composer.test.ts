import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { Console, expectAccessible, expectNoSidewaysScroll, untilTrue } from '../../console.ts'
import { hold } from '../../hold.ts'
import { openPage } from '../../open-page.ts'
import { shownText } from '../../shown-text.ts'

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome', html: '<p>Hello {{ name }},</p>' }
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  const { demo, url } = console
  const records = ['Ada', 'Grace'].map((name) => ({
    name,
    email: `${name.toLowerCase()}@example.com`,
    phone: '',
    account_id: 'A-1',
  }))
  const answer = await fetch(`${url}/api/v1/public/ingest`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ dataTableId: demo.dataTableId, records }),
  })
  expect(answer.status).toBe(201)
})
beforeEach(async () => {
  page ??= await console.visitDemo()
})
afterAll(async () => {
  await console.close()
})

interface Stored {
  readonly id: string
  readonly projectId: string
  readonly steps: readonly { readonly html?: string; readonly subject?: string; readonly body?: string }[]
}

async function ask(method: string, path: string, data?: unknown): Promise<Stored> {
  const headers = { 'X-Spindle-Console': '1' }
  const answer = await page.request.fetch(`/api/v1${path}`, {
    method,
    headers,
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok()).toBe(true)
  return (await answer.json()) as Stored
}

async function openSpinner(name: string, steps: readonly object[]): Promise<string> {
  const { dataTableId } = console.demo
  const { projectId } = await ask('GET', `/data-tables/${dataTableId}`)
  const { id } = await ask('POST', `/projects/${projectId}/spinners`, { name, dataTableId, steps })
  await openPage(page, `/spinners/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return id
}

const stored = async (id: string) => (await ask('GET', `/spinners/${id}`)).steps[0]
const message = () => page.getByRole('textbox', { name: 'Message' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
/**
 * Focuses the message editor in the test and moves the caret to its end. The editor writes its own selection
 * into the page 20 ms after it gets the focus, and reads the selection of the page in an event that follows
 * each move. Keys that are pressed before either would act at the old caret, which only a program is fast
 * enough to do.
 */
async function enterAtEnd(): Promise<void> {
  await message().click()
  await page.evaluate('new Promise((done) => setTimeout(done, 50))')
  await page.keyboard.press('ControlOrMeta+End')
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
}
const saved = () =>
  page.getByRole('group', { name: 'Save state of the spinner' }).getByText('Saved', { exact: true }).waitFor()

/** Calls `choose`, and holds the upload of the chosen file until `meanwhile` has ended. */
async function uploading(choose: () => Promise<void>, meanwhile: () => Promise<void>): Promise<void> {
  const files = '**/api/v1/files'
  const release = await hold(page, files, 'POST')
  try {
    await choose()
    await meanwhile()
  } finally {
    // Waits for the upload, because the list of files is read under the same path.
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/api/v1/files'),
    )
    release()
    await answered
    await page.unroute(files)
  }
}

describe('the composer', () => {
  it('writes plain HTML, with formatting by key and by button, and removes it again', async () => {
    const id = await openSpinner('Written', [welcome])
    await enterAtEnd()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type('Bold')
    await page.keyboard.press('ControlOrMeta+b')
    await page.keyboard.type(' & more')
    await page.keyboard.press('Enter')
    await button('Bullet list').click()
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await saved()
    const html =
      '<p>Hello {{ name }},</p>\n<p><strong>Bold</strong> &amp; more</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>'
    expect((await stored(id))?.html).toBe(html)
    await button('Undo').click()
    await untilTrue(page, '!document.querySelector("[aria-label=Message]").textContent.includes("two")')
    await expectAccessible(page)
  })

  it('offers values after two braces, by keyboard, in the subject too', async () => {
    const id = await openSpinner('Offered', [welcome])
    await enterAtEnd()
    await page.keyboard.type(' your mail is {{em')
    await page
      .getByRole('option', { name: /^email/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('.')
    const subject = page.getByRole('textbox', { name: 'Subject' })
    await subject.fill('Dear {{')
    await subject.press('n')
    expect(await page.getByRole('option', { name: /^name/ }).count()).toBe(1)
    await subject.press('Enter')
    expect(await subject.textContent()).toBe('Dear {{ name }}')
    await saved()
    expect(await stored(id)).toMatchObject({
      html: '<p>Hello {{ name }}, your mail is {{ email }}.</p>',
      subject: 'Dear {{ name }}',
    })
  })

  it('shows each value of the message as a chip, which sets and removes the word for empty cells', async () => {
    const id = await openSpinner('Worded', [{ ...welcome, html: '<p>Hello {{ name }}, dear {{ name }}</p>' }])
    const chips = page.getByRole('group', { name: 'Values in Message' })
    const word = page.getByRole('textbox', { name: 'Word for empty cells' })
    await chips.getByRole('button', { name: 'Word for empty cells of name' }).click()
    expect(await word.inputValue()).toBe('there')
    await expectAccessible(page)
    await word.fill('du')
    await button('Set the word').click()
    await chips.getByText('or “du”').waitFor()
    await saved()
    const text = '{{ name | default: "du" }}'
    expect((await stored(id))?.html).toBe(`<p>Hello ${text}, dear ${text}</p>`)
    expect(await message().textContent()).toContain(text)
    await chips.getByRole('button', { name: 'Word for empty cells of name or “du”' }).click()
    await button('Remove the word').click()
    await chips.getByText('or “du”').waitFor({ state: 'detached' })
    await saved()
    expect((await stored(id))?.html).toBe('<p>Hello {{ name }}, dear {{ name }}</p>')
  })

  it('shows a value in the text as a chip with its name, and as it is written while the caret is inside of it', async () => {
    const html = '<p>Hello {{ name | default: "friend" }}, yours</p>'
    const id = await openSpinner('Chips', [{ ...welcome, html }])
    const paragraph = page.locator('.ProseMirror p').first()
    await paragraph.waitFor()
    expect(await shownText(page, '[aria-label=Message] p')).toBe('Hello name, yours')
    const chip = page.locator('.ProseMirror p .mail-tag[data-fallback]')
    expect(await chip.getAttribute('data-fallback')).toBe('friend')
    await chip.click()
    await page.getByText('{{ name | default: "friend" }}').waitFor()
    await until(async () => (await shownText(page, '[aria-label=Message] p')).includes('{{ name | default'))
    expect((await ask('GET', `/spinners/${id}`)).steps[0]?.html).toBe(html)
  })

  it('leaves HTML that it cannot edit exactly as it is, and says so', async () => {
    const html = '<table style="color: red"><tr><td>{% if name %}{{ name }}{% endif %}</td></tr></table>'
    const id = await openSpinner('By hand', [{ ...welcome, html }])
    await page.getByText('This message is edited as HTML').waitFor()
    const source = page.getByRole('textbox', { name: 'HTML' })
    expect(await source.inputValue()).toBe(html)
    await page.getByRole('textbox', { name: 'Subject' }).fill('Another subject')
    await saved()
    expect(await stored(id)).toMatchObject({ html, subject: 'Another subject' })
  })

  it('keeps HTML that was written by hand, to the byte, until it is edited', async () => {
    const html = '<p>Hello   <b>{{ name | default: "you" }}</b></p>   <p>{% if email > "a" %}x{% endif %}</p>'
    const id = await openSpinner('Kept', [{ ...welcome, html }])
    await message().waitFor()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Another')
    await saved()
    expect((await stored(id))?.html).toBe(html)
  })

  it('inserts an image once it is uploaded and described, and checks the target of a link', async () => {
    const id = await openSpinner('Pictures', [welcome])
    await enterAtEnd()
    await button('Image').click()
    const chooser = page.waitForEvent('filechooser')
    await button('Upload').click()
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: pixel }
    await uploading(
      async () => (await chooser).setFiles(file),
      () => page.getByRole('button', { name: 'Insert the image', disabled: true }).waitFor(),
    )
    await button('Insert the image').click()
    await page.getByText('Describe the image, or mark it as decoration').waitFor()
    await page.getByRole('textbox', { name: 'Description of the image' }).fill('Our logo')
    await button('Insert the image').click()
    await untilTrue(
      page,
      'document.querySelector("[aria-label=Message] img")?.src.startsWith("data:image/png")',
    )
    await message().click()
    await page.keyboard.press('ControlOrMeta+a')
    await button('Link').click()
    await page.getByRole('textbox', { name: 'Address' }).fill('example')
    await button('Set the link').click()
    await page.getByText('Begin the link with https://, mailto: or tel:').waitFor()
    await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/a')
    await button('Set the link').click()
    await saved()
    const { html = '' } = (await stored(id)) ?? {}
    expect(html).toMatch(/<img src="cid:[0-9a-f-]{36}" alt="Our logo"/)
    expect(html).toContain('<a href="https://example.com/a">')
  })
})

describe('an attachment', () => {
  it('changes nothing that was typed while it was uploaded', async () => {
    const id = await openSpinner('Attached', [welcome])
    const file = { name: 'prices.txt', mimeType: 'text/plain', buffer: Buffer.from('1 EUR') }
    await uploading(
      () => page.locator('input[type=file]').setInputFiles(file),
      () => page.getByRole('textbox', { name: 'Subject' }).fill('Our prices'),
    )
    await button('Remove the attachment prices.txt').waitFor()
    await saved()
    expect(await stored(id)).toMatchObject({ subject: 'Our prices', attachments: [expect.any(String)] })
  })
})

describe('the preview', () => {
  it('is shown for a phone, a wide and a dark screen and as text', async () => {
    await openSpinner('Looks', [{ ...welcome, html: '<h2>Hello {{ name }}</h2>\n<p>See you.</p>' }])
    const frame = page.getByTitle('HTML of the e-mail to ada@example.com')
    await frame.waitFor()
    const width = () => page.evaluate('document.querySelector("iframe").offsetWidth')
    expect(await width()).toBe(375)
    await page.getByText('Wide', { exact: true }).click()
    expect(await width()).toBe(760)
    await page.getByRole('switch', { name: 'Dark' }).click()
    await page.getByText('Shown with its own colours').waitFor()
    await page.getByText('Plain text', { exact: true }).last().click()
    await page.getByText('Made from the HTML version').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('shows a record that reaches the step', async () => {
    const isGrace = { column: 'name', operator: 'equals', value: 'Grace' }
    await openSpinner('Reached', [{ type: 'condition', ...isGrace }, welcome])
    await page.getByRole('group', { name: 'E-mail to grace@example.com' }).waitFor()
  })

  it('says that nobody waits in a wait at the end', async () => {
    await openSpinner('Waits', [welcome, { type: 'wait', seconds: 86_400 }])
    await page.getByRole('button', { name: /^2\. Wait/ }).click()
    await page.getByText('No step follows this wait, so the wait has no effect.').waitFor()
  })
})

it('causes no error on any page', () => {
  expect(console.faults).toEqual([])
})
