import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addSpinner, draftSpinner, ingest, start } from '../../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll, untilTrue } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const email = (subject: string) => ({ type: 'email', to: '{{ email }}', subject, text: 'Hello' })
const wait = { type: 'wait', seconds: 86_400 }
const branch = {
  type: 'branch',
  branches: [
    { name: 'Even', where: { column: 'name', operator: 'contains', value: '2' }, steps: [email('Even')] },
  ],
  else: [email('Odd')],
}

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
  page = await console.enterDemo()
  const people = Array.from({ length: 20 }, (_, no) => ({
    name: `Person ${no}`,
    email: `person${no}@example.com`,
  }))
  await ingest(page, console.demo.ingestToken, people)
  await console.endVisits()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const press = (key: string) => page.keyboard.press(key)
const open = (name: string) => page.getByRole('region', { name, exact: true })
const node = (name: RegExp) =>
  page.getByRole('list', { name: 'Steps of the spinner' }).getByRole('button', { name })
const undo = () => page.getByRole('button', { name: 'Undo the last change of the steps' })

async function openDraft(name: string, steps: readonly object[]): Promise<string> {
  const { dataTableId } = console.demo
  const id = await draftSpinner(page, { name, dataTableId, steps })
  await openPage(page, `/spinners/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return id
}

/** Waits until the canvas shows these steps in this order. */
async function expectSteps(...names: readonly string[]): Promise<void> {
  const present =
    "JSON.stringify([...document.querySelectorAll('[data-step] [data-name]')].map((name) => name.textContent))"
  await untilTrue(page, `${present} === ${JSON.stringify(JSON.stringify(names))}`)
}

/** Waits until the step with this number has the focus, which it gets after the removed step has left the page. */
const expectFocus = (no: number) =>
  untilTrue(
    page,
    `document.activeElement?.matches('[data-node]') && document.activeElement.textContent.includes('${no}. ')`,
  )

describe('the canvas of the steps', () => {
  it('opens one step, whose fields and preview follow, with the mouse and by arrow keys', async () => {
    await openDraft('Followed', [email('First'), branch, wait])
    await open('Step 1: E-mail').waitFor()
    await node(/^2 › Even › 1\. E-mail/).click()
    await open('Step 2 › Even › 1: E-mail').waitFor()
    expect(await page.getByRole('region', { name: /^Step \d/ }).count()).toBe(1)
    // The preview takes a record that reaches the step.
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('group', { name: 'E-mail to person2@example.com' }).waitFor()
    await press('ArrowDown')
    await open('Step 2 › else › 1: E-mail').waitFor()
    await preview.getByText('Odd').first().waitFor()
    await press('ArrowDown')
    await open('Step 3: Wait').waitFor()
    await press('ArrowUp')
    await press('ArrowUp')
    await press('ArrowUp')
    await open('Step 2: Branch').waitFor()
    expect(await node(/^2\. Branch/).getAttribute('aria-current')).toBe('step')
    expect(new URL(page.url()).searchParams.get('step')).toBe('1')
  })

  it('adds, duplicates, moves and removes the open step by key, and undoes and redoes each change', async () => {
    await openDraft('By key', [email('First'), wait])
    await node(/^1\. E-mail/).click()
    await press('ControlOrMeta+d')
    await expectSteps('1. E-mail', '2. E-mail', '3. Wait')
    await open('Step 2: E-mail').waitFor()
    await node(/^2\. E-mail/).click()
    await press('Alt+ArrowDown')
    await expectSteps('1. E-mail', '2. Wait', '3. E-mail')
    await press('Delete')
    await expectSteps('1. E-mail', '2. Wait')
    await expectFocus(2)
    await press('a')
    await page.getByRole('menuitem', { name: /^Condition/ }).click()
    await expectSteps('1. E-mail', '2. Wait', '3. Condition')
    await node(/^3\. Condition/).click()
    await press('ControlOrMeta+z')
    await expectSteps('1. E-mail', '2. Wait')
    await press('ControlOrMeta+z')
    await expectSteps('1. E-mail', '2. Wait', '3. E-mail')
    await undo().click()
    await undo().click()
    await expectSteps('1. E-mail', '2. Wait')
    expect(await undo().isDisabled()).toBe(true)
    await press('ControlOrMeta+Shift+z')
    await expectSteps('1. E-mail', '2. E-mail', '3. Wait')
    await page.getByRole('button', { name: 'Redo the change of the steps' }).click()
    await expectSteps('1. E-mail', '2. Wait', '3. E-mail')
  })

  it('leaves the keys to a field in which the user types', async () => {
    await openDraft('Typed', [email('First'), wait])
    const subject = page.getByRole('textbox', { name: 'Subject' })
    await subject.fill('Ada')
    await undo().and(page.locator(':enabled')).waitFor()
    for (const key of ['a', 'Delete', 'ArrowDown', 'ArrowUp', 'Alt+ArrowDown', 'Backspace'])
      await subject.press(key)
    await expectSteps('1. E-mail', '2. Wait')
    await open('Step 1: E-mail').waitFor()
    await subject.press('ControlOrMeta+z')
    await expectSteps('1. E-mail', '2. Wait')
    await undo().click()
    const values =
      '[...document.querySelectorAll("[data-fields] [role=textbox]")].map(({ textContent }) => textContent)'
    await untilTrue(page, `${values}.includes('First')`)
  })

  it('shows the recipients of the latest job at each step, also after the draft has changed', async () => {
    const { dataTableId } = console.demo
    const id = await addSpinner(page, {
      name: 'Counted',
      dataTableId,
      audience: 'all',
      steps: [email('Hi'), wait],
    })
    await start(page, id)
    await openPage(page, `/spinners/${id}?view=edit`)
    await node(/^1\. E-mail.*20 reached/).waitFor()
    await page.getByRole('link', { name: 'latest job' }).waitFor()
    await node(/^1\. E-mail/).click()
    await page.getByRole('button', { name: 'Add a step before step 2' }).click()
    await page.getByRole('menuitem', { name: /^Condition/ }).click()
    await node(/^3\. Wait.*20 reached/).waitFor()
    await node(/^2\. Condition/).waitFor()
    expect(await node(/^2\. Condition.*reached/).count()).toBe(0)
  })

  it('shows how many records of the table go each way, and offers the values of a compared column', async () => {
    await openDraft('Divided', [branch, { type: 'condition', column: 'email', operator: 'exists' }])
    const head = page.getByRole('region', { name: 'Branch Even of step 1' }).locator('[data-records]').first()
    await head.getByText('2 records').waitFor()
    await page.getByRole('region', { name: 'Branch Else of step 1' }).getByText('18 records').waitFor()
    await node(/^2\. Condition.*20 records of the table/).waitFor()
    await node(/^1\. Branch/).click()
    await page.getByRole('combobox', { name: 'Comparison' }).selectOption('equals')
    const value = page.getByRole('combobox', { name: 'Value' })
    await value.fill('Person 1')
    await page.getByRole('option', { name: 'Person 12 1 record' }).click()
    expect(await value.inputValue()).toBe('Person 12')
    await head.getByText('1 record', { exact: true }).waitFor()
    await expectAccessibleInBoth(page)
  })

  it('fits screens of 390 and 1440 pixels and is accessible, in light and dark', async () => {
    await openDraft('Fitting', [
      email('First'),
      branch,
      { type: 'condition', column: '', operator: 'exists' },
    ])
    await page.getByText('The spinner cannot be published yet').waitFor()
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport)
      await expectAccessibleInBoth(page, () => expectNoSidewaysScroll(page))
    }
    await page.getByRole('button', { name: 'Step 3, Condition, Column' }).click()
    await open('Step 3: Condition').waitFor()
  })
})
