import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { draftSpinner } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
  const { demo, url } = console
  const answer = await fetch(`${url}/api/v1/public/ingest`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${demo.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      dataTableId: demo.dataTableId,
      records: [{ name: 'Ada', email: 'ada@example.com', phone: '', account_id: 'A-1' }],
    }),
  })
  expect(answer.status).toBe(201)
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

describe('an e-mail with HTML', () => {
  it('shows its warnings in the preview, and is published after they were accepted', async () => {
    const page = await console.visitDemo()
    const { dataTableId } = console.demo
    const mail = {
      type: 'email',
      to: '{{ email }}',
      subject: 'Tour',
      html: '<p>Dear {{ name }}</p>',
      text: 'Soon',
    }
    const id = await draftSpinner(page, { name: 'Tours', dataTableId, steps: [mail] })
    await openPage(page, `/spinners/${id}`)
    await page.getByText('Check before you publish').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/CAN-SPAM/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'Publish anyway' }).click()
    await page.getByText('Published', { exact: true }).first().waitFor()
  })

  it('begins with the footer of the organization, and its plain text follows the HTML until somebody writes it', async () => {
    const page = await console.visitDemo()
    const { dataTableId } = console.demo
    const id = await draftSpinner(page, {
      name: 'Empty',
      dataTableId,
      steps: [{ type: 'wait', seconds: 60 }],
    })
    await openPage(page, `/spinners/${id}`)
    await page.getByRole('button', { name: 'Add a step' }).first().click()
    await page.getByRole('menuitem', { name: /^E-mail/ }).click()
    const footer = page.getByRole('switch', { name: 'Add the footer of the organization' })
    expect(await footer.isChecked()).toBe(true)
    await page.getByRole('textbox', { name: 'Message' }).fill('Good day')
    await page.getByRole('tab', { name: 'Plain text (automatic)' }).click()
    await page.getByText('It follows the HTML version until you write it here.').waitFor()
  })
})
