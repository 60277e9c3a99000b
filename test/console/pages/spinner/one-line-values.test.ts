import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { ask, draftSpinner } from '../../ask.ts'
import { Console, expectAccessible } from '../../console.ts'
import { openPage } from '../../open-page.ts'
import { shownText } from '../../shown-text.ts'

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.visitDemo()
})
afterAll(() => console.close())

const subject = () => page.getByRole('textbox', { name: 'Subject' })
const shownSubject = () => shownText(page, '[aria-label=Subject]')
const word = () => page.getByRole('textbox', { name: 'Word for empty cells' })
const saved = () => page.getByText('Saved', { exact: true }).waitFor()

async function openWith(name: string, text: string): Promise<string> {
  const { dataTableId } = console.demo
  const step = { type: 'email', to: '{{ email }}', subject: text, text: 'Hello' }
  const id = await draftSpinner(page, { name, dataTableId, steps: [step] })
  await openPage(page, `/spinners/${id}`)
  await subject().waitFor()
  return id
}

/**
 * Moves the caret to the end of the subject. The editor reads the selection of the page in an event after each move, so
 * keys of a program that follow at once would act at the old caret.
 */
async function enterAtEnd(): Promise<void> {
  await subject().focus()
  await page.evaluate('new Promise((done) => setTimeout(done, 50))')
  await page.keyboard.press('End')
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
}

async function subjectOf(id: string): Promise<string | undefined> {
  const { steps } = await ask<{ steps: { subject?: string }[] }>(page, 'GET', `/spinners/${id}`)
  return steps[0]?.subject
}

describe('a field of one line', () => {
  it('shows a value as a chip, and a click on the chip sets its word for empty cells', async () => {
    const id = await openWith('Chip', 'Hello {{ name }}, {{ name | upcase }} and {{ oops')
    expect(await shownSubject()).toBe('Hello name, name and {{ oops')
    await expectAccessible(page)
    await subject().getByText('name', { exact: true }).first().click()
    await expectAccessible(page)
    await word().fill('you')
    await page.getByRole('button', { name: 'Set the word' }).click()
    await saved()
    expect(await subjectOf(id)).toBe(
      'Hello {{ name | default: "you" }}, {{ name | default: "you" | upcase }} and {{ oops',
    )
    expect(await subject().locator('[data-fallback=you]').count()).toBe(2)
  })

  it('shows a value as it is written beside the caret, where Alt+Enter sets the word', async () => {
    const id = await openWith('Keys', '{{ name }}')
    expect(await shownSubject()).toBe('name')
    await subject().press('Home')
    await until(async () => (await shownSubject()) === '{{ name }}')
    await subject().press('Alt+Enter')
    await word().fill('friend')
    await page.keyboard.press('Enter')
    await saved()
    expect(await subjectOf(id)).toBe('{{ name | default: "friend" }}')
    await page.getByRole('textbox', { name: 'Preheader' }).focus()
    await until(async () => (await shownSubject()) === 'name')
  })

  it('writes behind a chip at its end, and replaces a selected chip whole', async () => {
    const id = await openWith('End', 'Hello {{ name }}')
    await enterAtEnd()
    await page.keyboard.type('!')
    expect(await subject().textContent()).toBe('Hello {{ name }}!')
    await subject().fill('Dear {{ name }}')
    await page.getByRole('textbox', { name: 'Preheader' }).focus()
    await subject().fill('Good morning')
    await saved()
    expect(await subjectOf(id)).toBe('Good morning')
  })

  it('pastes one line, copies the template as it is written, and undoes the paste', async () => {
    const id = await openWith('Paste', 'Hello')
    await enterAtEnd()
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ' {{ name }},\\n  {% if %}')
      clipboardData.setData('text/html', '<b>other</b>')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
    expect(await subject().textContent()).toBe('Hello {{ name }}, {% if %}')
    await subject().press('ControlOrMeta+a')
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    const copied = await page.evaluate<string>(`(() => {
      const clipboardData = new DataTransfer()
      document.activeElement.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return clipboardData.getData('text/plain')
    })()`)
    expect(copied).toBe('Hello {{ name }}, {% if %}')
    await subject().press('ControlOrMeta+z')
    expect(await subject().textContent()).toBe('Hello')
    await enterAtEnd()
    await subject().press('Enter')
    await page.keyboard.type(' again')
    await saved()
    expect(await subjectOf(id)).toBe('Hello again')
  })
})
