import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Console } from './console.ts'

let console: Console

beforeAll(async () => {
  console = await Console.open()
})
afterAll(async () => {
  await console.close()
})

describe('a browser that believes itself offline', () => {
  it('still asks a service on its own machine, at once', async () => {
    const page = await console.visitDemo()
    await page.evaluate(`dispatchEvent(new Event('offline'))`)
    await page.getByRole('link', { name: 'Data tables' }).click()
    await page.getByRole('button', { name: 'New data table' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Offline')
    await page.getByRole('button', { name: 'Create data table' }).click()
    await page.getByRole('heading', { level: 1, name: 'Offline' }).waitFor()
  })
})

it('asks nothing of another host and breaks no rule of its policy', () => {
  expect(console.faults).toEqual([])
})
