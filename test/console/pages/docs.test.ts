import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

describe('the page of the API reference', () => {
  it('fills the key, the table with its columns, and the spinner of the reader into the samples', async () => {
    const { page, demo } = await console.visitOwn()
    await page.request.post(`/api/v1/data-tables/${demo.dataTableId}/columns`, {
      data: { name: 'Company "HQ"' },
      headers: { 'X-Spindle-Console': '1' },
    })
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.headers()['authorization']}`))
    await page.goto('/docs#/Public%20API/records.ingest')
    await page.getByRole('combobox', { name: 'Data table' }).selectOption('Leads')
    await page.getByRole('textbox', { name: 'API key' }).fill(demo.apiKey)
    const samples = page.locator('request-samples')
    const sample = samples.locator('pre')
    expect(await sample.textContent()).toContain(`-H 'Authorization: Bearer ${demo.apiKey}'`)
    await samples.getByRole('button', { name: 'Python' }).click()
    expect(await sample.textContent()).toContain(`"dataTableId": "${demo.dataTableId}"`)
    expect(await sample.textContent()).toContain(
      String.raw`"email": "ada@example.com", "Company \"HQ\"": ""}`,
    )

    await page.reload()
    expect(await page.getByRole('textbox', { name: 'API key' }).inputValue()).toBe(demo.apiKey)
    const tab = await page.context().newPage()
    await tab.goto('/docs')
    expect(await tab.getByRole('textbox', { name: 'API key' }).inputValue()).toBe('')
    expect(sent.join('\n')).not.toContain(demo.apiKey)
  })

  it('takes ids as text from a reader who is not signed in', async () => {
    const page = await console.visit('/docs#/Public%20API/spinners.trigger')
    await page.getByRole('textbox', { name: 'Spinner', exact: true }).fill('0198-a-spinner')
    const sample = page.locator('request-samples pre')
    expect(await sample.textContent()).toContain('/public/trigger/0198-a-spinner')
  })

  it('filters the operations while the reader types, and searches them with the guide', async () => {
    const page = await console.visit('/docs')
    await page.locator('.swagger-ui .info').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('append records')
    await page.locator('[data-path="/api/v1/public/ingest"]').waitFor()
    expect(await page.locator('[data-path="/api/v1/public/trigger/{spinnerId}"]').count()).toBe(0)
    await page.getByRole('button', { name: 'Search the guide' }).click()
    const results = page.getByRole('dialog').getByRole('link')
    const operation = results.filter({ hasText: 'API reference › Append records to a data table' }).first()
    await operation.waitFor()
    expect(await results.filter({ hasNotText: 'API reference' }).count()).toBeGreaterThan(0)
    await operation.click()
    await page.locator('request-samples').waitFor()
    expect(new URL(page.url()).hash).toBe('#/Public%20API/records.ingest')
  })

  it('is accessible with an open operation, in light and dark, and fits into a narrow window', async () => {
    const page = await console.visit('/docs#/Public%20API/records.ingest', {
      viewport: { width: 390, height: 800 },
    })
    await page.locator('request-samples').waitFor()
    await expectNoSidewaysScroll(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page)
    }
  })
})
