import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { addRecords, ask, draftSpinner } from '../../ask.ts'
import { Console, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { openPage } from '../../open-page.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

interface Stored {
  readonly name: string
  readonly steps: readonly { readonly to?: string; readonly subject?: string; readonly html?: string }[]
  readonly faults: readonly { readonly column?: string }[]
}

let console: Console
/** A page of the owner of an organization that only the present test uses. */
let page: Page
let dataTableId: string

beforeAll(async () => {
  console = await Console.open()
})
beforeEach(async () => {
  page = (await console.visitOwn('/', { viewport: wide })).page
  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/projects')
  const columns = ['Mailadresse', 'Vorname'].map((name) => ({ name, isMetadata: true }))
  const table = { name: 'Kontakte', columns }
  const path = `/projects/${items[0]?.id}/data-tables`
  dataTableId = (await ask<{ id: string }>(page, 'POST', path, table)).id
  await addRecords(page, dataTableId, { Mailadresse: 'ada@example.com', Vorname: 'Ada' })
})
afterEach(() => console.endVisits())
afterAll(() => console.close())

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const card = (name: string | RegExp) => page.getByRole('radio', { name })

async function shot(name: string): Promise<void> {
  const shots = process.env['SCREENSHOTS']
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` })
}

async function openNewSpinner(): Promise<void> {
  await openPage(page, '/spinners?new=spinner')
  await dialog('New spinner').getByLabel('Data table').selectOption('Kontakte')
}

const spinnerOfPage = () => {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return ask<Stored>(page, 'GET', `/spinners/${id}`)
}

/** Opens the editor of a new draft with one e-mail step. */
async function openDraft(): Promise<void> {
  const steps = [{ type: 'email', to: '{{ Mailadresse }}', subject: 'Hello {{ Vorname }}', text: 'Hello' }]
  const id = await draftSpinner(page, { name: 'Mine', dataTableId, steps })
  await openPage(page, `/spinners/${id}?view=edit`)
  await page.getByRole('region', { name: 'Step 1: E-mail' }).waitFor()
}

const menuItem = async (menu: string, item: string) => {
  await button(menu).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('templates of spinners', () => {
  it('are offered with a preview for a new spinner, and take the columns of its table', async () => {
    await openNewSpinner()
    await card(/^Welcome series/).click()
    await dialog('New spinner').getByRole('list').getByText('How is it going so far?').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Welcome series')
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('=Mailadresse')
    await button('Read the e-mail: Welcome, and one question').click()
    await page
      .frameLocator('iframe')
      .getByText('First name')
      .or(page.frameLocator('iframe').getByText('Vorname'))
      .waitFor()
    await shot('templates-new-1440')
    await expectAccessibleInBoth(page)
    await button('Create spinner').click()
    await page.getByRole('region', { name: 'Step 1: E-mail' }).waitFor()
    const { name, steps, faults } = await spinnerOfPage()
    expect([name, steps.length, faults]).toEqual(['Welcome series', 5, []])
    expect(steps[0]).toMatchObject({ to: '{{ Mailadresse }}', html: expect.stringContaining('{{ Vorname |') })
  })

  it('are in the language of the organization, and in another one that the user chooses', async () => {
    await ask(page, 'PATCH', '/organization', { language: 'de' })
    await openNewSpinner()
    const languages = dialog('New spinner').getByLabel('Language of the templates')
    await card(/^Willkommensserie/).click()
    expect(await languages.inputValue()).toBe('de')
    await languages.selectOption('Français')
    await card(/^Série de bienvenue/).waitFor()
    expect(await card(/^Empty spinner/).isChecked()).toBe(true)
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('')
    await card(/^Série de bienvenue/).click()
    expect(await page.getByLabel('Prénom', { exact: true }).inputValue()).toBe('=Vorname')
    await shot('templates-language-1440')
    await expectAccessibleInBoth(page)
    await page.setViewportSize(narrow)
    await expectNoSidewaysScroll(page)
    await shot('templates-language-390')
    await page.setViewportSize(wide)
    await button('Create spinner').click()
    await page.getByRole('region', { name: 'Step 1: E-mail' }).waitFor()
    const { name, steps, faults } = await spinnerOfPage()
    expect([name, faults]).toEqual(['Série de bienvenue', []])
    expect(steps[0]).toMatchObject({
      subject: 'Bienvenue, et une question',
      html: expect.stringContaining('Bonjour {{ Vorname | default: "à vous" }},'),
    })
  })

  it('show the columns that the table lacks, which a column or a text replaces', async () => {
    await openNewSpinner()
    await card(/^Product demo follow-up/).click()
    await page.getByText('Kontakte has no column for 1 value of the template.').waitFor()
    await page.getByLabel('Company', { exact: true }).selectOption('The same text for all')
    await page.getByLabel('Text in place of Company').fill('your team')
    await page.getByText('Kontakte has no column').waitFor({ state: 'hidden' })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Demos')
    await page.setViewportSize(narrow)
    await expectNoSidewaysScroll(page)
    await shot('templates-new-390')
    await page.setViewportSize(wide)
    await button('Create spinner').click()
    await page.getByRole('region', { name: 'Step 1: E-mail' }).waitFor()
    const { name, steps, faults } = await spinnerOfPage()
    expect([name, faults]).toEqual(['Demos', []])
    expect(steps[0]?.html).toContain('costs your team time')
  })

  it('are saved from a spinner, renamed, used and deleted', async () => {
    await openDraft()
    await menuItem('More actions for the spinner', 'Save as template')
    await dialog('Save spinner as template')
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('Greeting')
    await button('Save template').click()
    await page.getByText('The template “Greeting” was saved.').waitFor()
    await openPage(page, '/spinners')
    await button('Templates').click()
    const list = dialog('Templates of your organization')
    await list.getByText('Greeting').waitFor()
    await shot('templates-list-1440')
    await expectAccessibleInBoth(page)
    await menuItem('More for Greeting', 'Rename')
    await dialog('Rename template')
      .getByRole('textbox', { name: 'Name', exact: true })
      .fill('Welcome of partners')
    await button('Save').click()
    await list.getByText('Welcome of partners').waitFor()
    await page.setViewportSize(narrow)
    await expectNoSidewaysScroll(page)
    await shot('templates-list-390')
    await page.setViewportSize(wide)
    await menuItem('More for Welcome of partners', 'New spinner from it')
    await dialog('New spinner').waitFor()
    expect(await card(/^Welcome of partners/).isChecked()).toBe(true)
    await button('Cancel').click()
    await button('Templates').click()
    await menuItem('More for Welcome of partners', 'Delete')
    await button('Delete template').click()
    await list.getByText('No saved templates yet').waitFor()
  })

  it('of e-mails are saved from a step with its unsaved text, and inserted with the recipient of the step', async () => {
    await openDraft()
    await page.getByRole('textbox', { name: 'Subject' }).fill('Hello again')
    await menuItem('More actions for step 1', 'Save as template')
    await dialog('Save e-mail as template').getByRole('textbox', { name: 'Name', exact: true }).fill('Again')
    await button('Save template').click()
    await page.getByText('The template “Again” was saved.').waitFor()
    await menuItem('More actions for step 1', 'Insert from template')
    const insertion = dialog('Insert an e-mail from a template')
    await insertion.getByRole('radio', { name: /^Again/ }).waitFor()
    await insertion.getByRole('radio', { name: /^Event invitation/ }).click()
    await insertion.getByLabel('E-mail of the template').click()
    await page.getByRole('option', { name: /^2\. See you soon/ }).click()
    await shot('templates-insert-1440')
    await expectAccessibleInBoth(page)
    await button('Replace the e-mail').click()
    await insertion.waitFor({ state: 'hidden' })
    const subject = page.getByRole('textbox', { name: 'Subject' })
    expect(await subject.textContent()).toBe('See you soon: {{ trigger.event }}')
    expect(await page.getByLabel('To', { exact: true }).textContent()).toBe('{{ Mailadresse }}')
    await button('Undo the last change of the steps').click()
    expect(await subject.textContent()).toBe('Hello again')
    const { items } = await ask<{ items: { id: string; name: string }[] }>(page, 'GET', '/spinner-templates')
    const again = items.find(({ name }) => name === 'Again')
    const saved = await ask<Stored>(page, 'GET', `/spinner-templates/${again?.id}`)
    expect(saved.steps).toMatchObject([{ subject: 'Hello again' }])
  })
})
