import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { maxSteps } from '../../../../console/src/api/limits.ts'
import { draftSpinner } from '../../ask.ts'
import { Console } from '../../console.ts'
import { openPage } from '../../open-page.ts'

/** The time in milliseconds that a key may cost more than in a field that does nothing with it. */
const maxCost = 15
const rounds = 4
const keysPerRound = 15

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterAll(() => console.close())

const email = (subject: string) => ({
  type: 'email',
  to: '{{ email }}',
  subject,
  html: `<p>Hello {{ name }},</p>\n<p>${'A sentence about the product. '.repeat(20)}</p>`,
})

/** Returns the greatest number of steps of a spinner: e-mails, waits, and branches with steps of their own. */
function stepsOfFullSpinner(): readonly object[] {
  const where = { column: 'name', operator: 'contains', value: 'a' }
  const steps: object[] = []
  for (let no = 0; no < maxSteps; no += 5) {
    const inner = { name: 'Yes', where, steps: [email(`Inner ${no}`)] }
    steps.push(email(`Mail ${no}`), { type: 'wait', seconds: 86_400 })
    steps.push({ type: 'branch', branches: [inner], else: [email(`Other ${no}`)] })
  }
  return steps
}

/**
 * Presses keys in the focused field, and returns the milliseconds from a key until the page is ready for the next one:
 * the median of the best round, because other work of the machine only adds to it.
 */
async function costOfKey(page: Page): Promise<number> {
  await page.evaluate(`
    window.costs = []
    window.measuring ??= addEventListener('keydown', () => {
      const begun = performance.now()
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => window.costs.push(performance.now() - begun)
      port2.postMessage(null)
    }, true) ?? true`)
  const medians: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate('window.costs.length = 0')
    for (let no = 0; no < keysPerRound; no++) {
      await page.keyboard.press('a')
      await page.evaluate('new Promise((idle) => requestAnimationFrame(() => setTimeout(idle, 20)))')
    }
    const costs: number[] = await page.evaluate('window.costs')
    medians.push(costs.toSorted((a, b) => a - b)[costs.length >> 1] ?? Number.POSITIVE_INFINITY)
  }
  return Math.min(...medians)
}

it('a key in the largest spinner costs at most 15 ms more than in a field that does nothing with it', async () => {
  const page = await console.enterDemo()
  const { dataTableId } = console.demo
  const id = await draftSpinner(page, { name: 'Largest', dataTableId, steps: stepsOfFullSpinner() })
  await openPage(page, `/spinners/${id}`)
  await page.getByText(`A spinner has ${maxSteps} steps at most.`).waitFor()
  await page.getByRole('textbox', { name: 'Subject' }).focus()
  const subject = await costOfKey(page)
  await page.getByRole('textbox', { name: 'Message' }).focus()
  const message = await costOfKey(page)
  await page.evaluate(
    "document.body.insertAdjacentHTML('afterbegin', '<input id=plain style=position:fixed>'), document.querySelector('#plain').focus()",
  )
  const plain = await costOfKey(page)
  expect(subject - plain).toBeLessThan(maxCost)
  expect(message - plain).toBeLessThan(maxCost)
})
