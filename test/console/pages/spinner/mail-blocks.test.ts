import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { draftSpinner, ingest } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const welcome = {
  type: 'email',
  to: '{{ email }}',
  subject: 'Welcome',
  html: '<p>Hello</p>',
  addsFooter: true,
}
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.visitDemo()
  await ingest(page, console.demo.ingestToken, [{ name: 'Ada', email: 'ada@example.com' }])
})
afterAll(() => console.close())

async function openSpinner(name: string, mail: object = welcome): Promise<string> {
  const id = await draftSpinner(page, { name, dataTableId: console.demo.dataTableId, steps: [mail] })
  await openPage(page, `/spinners/${id}`)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return id
}
const htmlOf = async (id: string): Promise<string> => {
  const answer = await page.request.get(`/api/v1/spinners/${id}`, { headers: { 'X-Spindle-Console': '1' } })
  return ((await answer.json()) as { steps: [{ html: string }] }).steps[0].html
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const message = () => page.getByRole('textbox', { name: 'Message' })
const saved = () =>
  page.getByRole('group', { name: 'Save state of the spinner' }).getByText('Saved', { exact: true }).waitFor()
async function enterAtEnd(): Promise<void> {
  await message().click()
  await page.evaluate('new Promise((done) => setTimeout(done, 50))')
  await page.keyboard.press('ControlOrMeta+End')
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
}
/** Pastes HTML at the caret of the message, as a browser does. */
const paste = (html: string, text: string) =>
  page.evaluate(
    `(({ html, text }) => {
      const data = new DataTransfer()
      data.setData('text/html', html)
      data.setData('text/plain', text)
      const target = document.querySelector('[aria-label=Message]')
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })(${JSON.stringify({ html, text })})`,
  )

describe('a message in the editor', () => {
  it('gets a button, which is changed later, with a link that is completed', async () => {
    const id = await openSpinner('Buttons')
    await enterAtEnd()
    await page.keyboard.press('Enter')
    await button('Button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Insert the button' }).click()
    await dialog.getByText('Enter what the button says').waitFor()
    await dialog.getByLabel('Text of the button').fill('Book a tour')
    await dialog.getByLabel('Address').fill('example.com/tour')
    await dialog.getByRole('button', { name: 'Green' }).click()
    await dialog.getByText('Centre', { exact: true }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Insert the button' }).click()
    await dialog.waitFor({ state: 'detached' })
    await saved()
    const html = await htmlOf(id)
    expect(html).toContain('<td align="center">')
    expect(html).toContain('<td bgcolor="#15803d"')
    expect(html).toContain('<a href="https://example.com/tour" style="')
    await openPage(page, `/spinners/${id}`)
    await message().getByText('Book a tour').click()
    await button('Button').click()
    await dialog.getByLabel('Another colour').fill('#fde047')
    await dialog.getByRole('button', { name: 'Change the button' }).click()
    await saved()
    expect(await htmlOf(id)).toContain('background:#fde047;color:#111827')
  })

  it('gets an image beside text, alignment, a colour and a divider', async () => {
    const id = await openSpinner('Beside')
    await enterAtEnd()
    await button('Align centre').click()
    await page.keyboard.press('ControlOrMeta+a')
    await button('Text colour').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Red' }).click()
    await dialog.getByRole('button', { name: 'Set the colour' }).click()
    await dialog.waitFor({ state: 'detached' })
    await enterAtEnd()
    await button('Image beside text').click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Upload' }).click(),
    ])
    await chooser.setFiles({ name: 'tree.png', mimeType: 'image/png', buffer: pixel })
    await dialog.getByLabel('Description of the image').fill('A tree')
    await dialog.getByText('Right of the text').click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Insert the image' }).click()
    await dialog.waitFor({ state: 'detached' })
    await saved()
    const html = await htmlOf(id)
    expect(html).toMatch(
      /<table[^>]* align="right" width="200"[\s\S]*<img src="cid:[^"]+" alt="A tree" width="184"/,
    )
    expect(html).toContain('<p style="text-align:center"><span style="color:#b91c1c">Hello</span></p>')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectAccessible(page)
  })

  it('takes over text of Word, says what it leaves out, and makes links of addresses', async () => {
    const id = await openSpinner('Pasted')
    await enterAtEnd()
    await page.keyboard.type(' at www.example.com, or')
    await page.keyboard.press('Enter')
    await paste(
      `<style>p {margin:0}</style><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.&nbsp; </span>First<o:p></o:p></p><p><img src="file:///C:/a.png"></p>`,
      'First',
    )
    await page
      .getByRole('status')
      .getByText(/images that are on your computer/)
      .waitFor()
    await saved()
    const html = await htmlOf(id)
    expect(html).toContain('at <a href="https://www.example.com">www.example.com</a>, or</p>')
    expect(html).toContain('<ol>\n<li>First</li>\n</ol>')
  })

  it('of another program is edited as HTML, and converted on request, with a note of what that loses', async () => {
    const newsletter =
      '<style>p { color: red }</style><table width="600" bgcolor="#eeeeee"><tr><td><h1>News</h1><p>Hello {{ name }}</p></td></tr></table>'
    const id = await draftSpinner(page, {
      name: 'Newsletter',
      dataTableId: console.demo.dataTableId,
      steps: [{ ...welcome, html: newsletter }],
    })
    await openPage(page, `/spinners/${id}`)
    await page.getByText(/could show the message without: style sheets, background colours/).waitFor()
    expect(await htmlOf(id)).toBe(newsletter)
    await button('Convert without these parts').click()
    await message().getByText('News').waitFor()
    await saved()
    expect(await htmlOf(id)).toBe('<h1>News</h1>\n<p>Hello {{ name }}</p>')
  })
})

describe('the parts of a message', () => {
  it('are a preheader, which the preview shows, and the footer that the organization edits', async () => {
    await openPage(page, '/organization')
    const form = page.getByRole('form', { name: 'Footer of e-mails' })
    await form.getByLabel('Unsubscribe line').fill('No more?')
    await form.getByLabel('Postal address').fill('Engines Ltd.\n12 Square')
    await form.getByRole('button', { name: 'Save the footer' }).click()
    await form.getByText('Put the words of the link into square brackets', { exact: false }).first().waitFor()
    await form.getByLabel('Unsubscribe line').fill('No more? [Leave the list]')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save the footer' }).click()
    await page.getByText('The footer of e-mails was changed').waitFor()
    await openSpinner('Parts')
    await page.getByLabel('Preheader').fill('A tour on Friday')
    const preview = page.getByRole('group', { name: /^E-mail to/ })
    await preview.getByText('A tour on Friday').waitFor()
    await preview.getByText('Plain text').click()
    await preview.getByText(/No more\? Leave the list \[http.*\]\s+Engines Ltd\.\s+12 Square/).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('are checked before publishing, and a finding leads to its step', async () => {
    const id = await draftSpinner(page, {
      name: 'Checked',
      dataTableId: console.demo.dataTableId,
      steps: [
        welcome,
        { type: 'wait', seconds: 60 },
        { ...welcome, html: '<p>Hi</p><img src="https://127.0.0.1/a.png">' },
      ],
    })
    await openPage(page, `/spinners/${id}`)
    await button('Publish').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Images with a description').waitFor()
    await dialog.getByText(/has no alternative text/).waitFor()
    await dialog.getByText(/does not answer: its host is not public/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Step 3' }).first().click()
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/step=2/)
    await button('Publish').click()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Published', { exact: true }).first().waitFor()
  })
})
