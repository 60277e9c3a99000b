import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addTable, ask, draftSpinner, start } from '../../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const welcome = { type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello' }

let console: Console
let page: Page
let dataTableId: string

beforeAll(async () => {
  console = await Console.open()
})
beforeEach(async () => {
  page = await console.enterDemo()
  const people = Array.from({ length: 12 }, (_, no) => ({ name: 'new', email: `p${no}@example.com` }))
  dataTableId = await addTable(page, 'People', people)
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const radio = (name: string) => page.getByRole('radio', { name, exact: true })

async function open(changes: object): Promise<string> {
  const id = await draftSpinner(page, { name: 'Measured', dataTableId, steps: [welcome] })
  await ask(page, 'PATCH', `/spinners/${id}`, changes)
  await openPage(page, `/spinners/${id}?view=edit`)
  await page.getByRole('heading', { name: 'Steps', exact: true }).waitFor()
  return id
}

const goalOf = async (id: string) => (await ask<{ goal: object | null }>(page, 'GET', `/spinners/${id}`)).goal

describe('the goal of a spinner', () => {
  it('is set in the settings: a condition on the record, the days and the holdout', async () => {
    const id = await open({})
    await button(/^Goal No goal/).click()
    await radio('The record meets a condition').click()
    await page.getByRole('combobox', { name: 'Column' }).selectOption('name')
    await page.getByRole('combobox', { name: 'Comparison' }).selectOption('equals')
    await button(/^Goal Complete the condition of the goal/).waitFor()
    expect(await button('Publish').isDisabled()).toBe(true)
    await page.getByRole('combobox', { name: 'Value' }).fill('won')
    await page.getByRole('textbox', { name: 'Days after the first message' }).fill('30')
    await page.getByRole('switch', { name: 'Compare with people who get no message' }).click()
    const share = page.getByRole('textbox', { name: 'Share without messages' })
    await share.fill('70')
    await button(/^Goal Enter a percentage from 1 to 50/).waitFor()
    await share.fill('20')
    await button(/^Goal .*within 30 days of the first message; 20 % get no message/).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await goalOf(id)).toEqual({
      where: { column: 'name', operator: 'equals', value: 'won' },
      withinDays: 30,
      holdoutPercent: 20,
    })
    // A goal that a record can meet is offered as an exit.
    await button(/^Events that stop messages to a recipient/).click()
    await page.getByRole('checkbox', { name: 'The goal of the spinner' }).check()
    await button(/^Events that stop messages to a recipient .*the goal of the spinner/).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { exits } = await ask<{ exits: unknown[] }>(page, 'GET', `/spinners/${id}`)
    expect(exits).toContain('goalReached')
    await expectAccessibleInBoth(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await radio('A reply').click()
    await button(/^Goal A reply within 30 days of the first message/).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await goalOf(id)).toEqual({
      event: 'message.replied',
      withinDays: 30,
    })
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('can be entering a segment, which a table without segments does not offer', async () => {
    const id = await open({})
    await button(/^Goal No goal/).click()
    await radio('A reply').waitFor()
    expect(await radio('The record enters a segment').count()).toBe(0)
    const where = { column: 'name', operator: 'equals', value: 'won' }
    const segment = await ask<{ id: string }>(page, 'POST', `/data-tables/${dataTableId}/segments`, {
      name: 'Won',
      where,
    })
    const inSegment = { type: 'condition', where: { segmentId: segment.id } }
    await ask(page, 'PATCH', `/spinners/${id}`, { steps: [inSegment, welcome] })
    await openPage(page, `/spinners/${id}?view=edit`)
    await button(/^1\. .*Continue if the record belongs to the segment “Won”/).waitFor()
    await button(/^Goal No goal/).click()
    await radio('The record enters a segment').click()
    await button(/^Goal Entering the segment “Won” within 14 days/).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await goalOf(id)).toEqual({
      segmentId: segment.id,
      withinDays: 14,
    })
  })

  it('compares the holdout with the others in the results', async () => {
    const goal = {
      where: { column: 'name', operator: 'equals', value: 'won' },
      withinDays: 30,
      holdoutPercent: 50,
    }
    const id = await open({ goal })
    await ask(page, 'POST', `/spinners/${id}/publish`, {})
    await start(page, id)
    await openPage(page, `/spinners/${id}`)
    const results = page.getByRole('region', { name: 'Results', exact: true })
    const choice = results.getByRole('radiogroup', { name: 'Group by' })
    await choice.getByText('Holdout', { exact: true }).click()
    const rows = results.getByRole('table', { name: 'Results by holdout' }).getByRole('row')
    await rows.filter({ hasText: 'Holdout, without messages' }).waitFor()
    await results.getByRole('columnheader', { name: 'Goal against the holdout' }).waitFor()
    await expectAccessibleInBoth(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
})
