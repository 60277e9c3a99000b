import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { addTable, ask, ingestTokenOf } from '../../ask.ts'
import { Console, expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll } from '../../console.ts'
import { loseAnswer } from '../../lose-answer.ts'
import { openPage } from '../../open-page.ts'

/** A folder for screenshots; a person looks at them. */
const shots = process.env['SCREENSHOTS']

const lead = { email: 'jane@acme.test', firstname: 'Jane', lastname: 'Doe', phone: '+4915112345678' }

let console: Console
let page: Page

beforeAll(async () => {
  console = await Console.open()
})
beforeEach(async () => {
  page = await console.enterDemo()
})
afterEach(() => console.endVisits())
afterAll(async () => {
  await console.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

async function deliver(
  body: string,
  { token, type = 'application/json' }: { readonly token: string; readonly type?: string },
): Promise<number> {
  const url = `${console.url}/api/v1/public/data-tables/ingest/${token}`
  const { status } = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
  return status
}

/** A data table that only one test uses. */
interface OwnTable {
  readonly id: string
  /** The path of the table, in the console and in the API. */
  readonly path: string
  readonly token: string
}

/** Creates an empty data table with four columns and these settings. */
async function addOwnTable(settings: object = { acceptsAnyFormat: true }): Promise<OwnTable> {
  const id = await addTable(page, 'Leads', [], ['name', 'phone', 'account_id', 'email'])
  const token = await ingestTokenOf(page, id)
  await ask(page, 'PATCH', `/data-tables/${id}`, settings)
  return { id, path: `/data-tables/${id}`, token }
}

/** Creates a mapping for `lead` that reads a phone number, and delivers a lead whose phone number is none. */
async function holdWrongPhone(leads: OwnTable): Promise<void> {
  const field = (column: string, key: string) => ({ column, from: [{ path: [key] }] })
  await ask(page, 'POST', `${leads.path}/mappings`, {
    name: 'Form',
    action: 'insert',
    match: { where: [], requires: [['email']] },
    root: [],
    fields: [
      field('name', 'firstname'),
      { ...field('phone', 'phone'), transform: [{ do: 'phone' }] },
      { column: 'account_id', from: [{ constant: null }] },
      field('email', 'email'),
    ],
  })
  await deliver(JSON.stringify({ ...lead, firstname: 'No', phone: 'call me' }), leads)
}

async function heldBy({ id }: OwnTable): Promise<unknown[]> {
  return (await ask<{ items: unknown[] }>(page, 'GET', `/arrivals?dataTableId=${id}&status=held`)).items
}

describe('connecting a source with its own format', () => {
  it('explains that the address of this machine cannot be reached from outside', async () => {
    const leads = await addOwnTable()
    await openPage(page, `${leads.path}?tab=connect`)
    await page.getByText('Nobody outside this machine can reach this webhook URL').waitFor()
  })

  it('accepts the format of a source as soon as the user chooses the source', async () => {
    const leads = await addOwnTable({ acceptsAnyFormat: false })
    await openPage(page, `${leads.path}?tab=connect`)
    await button('Accept any format').waitFor()
    await page.getByRole('tab', { name: 'Zapier' }).click()
    await page.getByText('The table accepts any format now, also that of Zapier').waitFor()
    await button('Accept any format').waitFor({ state: 'detached' })
    expect(await deliver(JSON.stringify(lead), leads)).toBe(200)
  })

  it('opens the table, waits for the first delivery, and applies its proposed mapping with one click', async () => {
    const leads = await addOwnTable({ acceptsAnyFormat: false })
    await openPage(page, `${leads.path}?tab=connect`)
    await button('Accept any format').click()
    await button('Accept any format').waitFor({ state: 'detached' })
    await page.getByText('Waiting for an arrival').waitFor()
    expect(await deliver(JSON.stringify(lead), leads)).toBe(200)
    await page.getByRole('link', { name: 'Continue to the mapping' }).click()
    await page.getByRole('heading', { level: 1, name: 'Map a format' }).waitFor()
    await page.getByText('Jane Doe').first().waitFor()
    await page.getByText('jane@acme.test').first().waitFor()
    await page.getByText('1 record of the latest arrivals would be added').waitFor()
    expect(
      await page.getByRole('combobox', { name: 'Value that fills the column account_id' }).inputValue(),
    ).toBe('Leave the column empty (null)')
    await button('Convert the column value of phone').click()
    for (const group of ['Part of a text', 'Text', 'Date', 'List'])
      await page.getByRole('menu').getByText(group, { exact: true }).waitFor()
    await expectAccessibleInBoth(page)
    await page.getByRole('menuitem', { name: 'Read value as phone number' }).click()
    await button('Apply mapping and admit arrivals').click()
    await page.getByText('1 record is in the table').waitFor()
    await page.getByRole('link', { name: 'See the records' }).click()
    await page.getByRole('row').filter({ hasText: 'Jane Doe' }).waitFor()
    expect(await deliver(JSON.stringify({ ...lead, firstname: 'Grace' }), leads)).toBe(200)
    await page.getByRole('row').filter({ hasText: 'Grace Doe' }).waitFor()
  })
})

describe('a held arrival', () => {
  async function openWrongPhone(): Promise<OwnTable> {
    const leads = await addOwnTable()
    await holdWrongPhone(leads)
    await openPage(page, `${leads.path}?tab=arrivals`)
    await page.getByRole('button', { name: 'phone: The value is not a phone number' }).click()
    return leads
  }

  it('appears without a reload, with the reason at its value', async () => {
    const leads = await addOwnTable()
    await deliver(JSON.stringify(lead), leads)
    await openPage(page, `${leads.path}?tab=arrivals`)
    await page.getByRole('list', { name: 'Arrivals' }).waitFor()
    await holdWrongPhone(leads)
    await page.getByRole('button', { name: 'phone: The value is not a phone number' }).click()
    const body = page.getByRole('region', { name: 'The body' })
    await body.getByText('"phone": "call me"').getByText('phone: The value is not a phone number').waitFor()
    await page.getByRole('tab', { name: 'Raw body' }).click()
    await page.getByRole('region', { name: 'raw body' }).getByText('"call me"').waitFor()
  })

  it('shows the result of an admission first', async () => {
    await openWrongPhone()
    await button('Admit').click()
    const dialog = page.getByRole('dialog', { name: 'Admit this arrival' })
    await dialog.getByText('0 records can be added to the table, 1 still does not fit').waitFor()
    await dialog.getByText('The value is not a phone number: 1').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  it('is offered for admission after a change of the mapping makes it fit', async () => {
    const leads = await openWrongPhone()
    await page.getByRole('link', { name: 'Change the mapping' }).click()
    await button('Read value as phone number: remove').click()
    await button('Apply mapping and admit arrivals').click()
    await page.getByText('1 record is in the table').waitFor()
    expect(await heldBy(leads)).toEqual([])
  })

  it('is offered for admission after a change of the columns', async () => {
    const leads = await addOwnTable()
    const records = [{ name: 'Ida', email: 'ida@example.com' }]
    await deliver(JSON.stringify({ records }), leads)
    await ask(page, 'PATCH', leads.path, { missingColumns: 'fill' })
    await openPage(page, `${leads.path}?tab=arrivals`)
    await page.getByText('Some held arrivals can be admitted now').waitFor()
    await button('Admit arrivals that fit').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Admit 1 record' }).click()
    await page.getByRole('dialog').getByText('1 record is in the table').waitFor()
  })
})

describe('a held arrival that does not fit', () => {
  const records = (email: string, changes: object = {}) =>
    JSON.stringify({ records: [{ name: 'Ida', email, ...changes }] })
  const rows = () => page.getByRole('list', { name: 'Arrivals' }).getByRole('button')
  let leads: OwnTable

  beforeEach(async () => {
    leads = await addOwnTable({ acceptsAnyFormat: true, missingColumns: 'fill' })
    await deliver(records('lou@acme.test', { Shoe: '42' }), leads)
    await deliver(records('mia@acme.test', { Shoe: '43' }), leads)
  })

  it('is found by a text in its body', async () => {
    await openPage(page, `${leads.path}?tab=arrivals&status=held`)
    await page.getByLabel('Body contains').fill('LOU@acme')
    await page.getByLabel('Body contains').press('Enter')
    await rows().nth(1).waitFor({ state: 'detached' })
    await rows().first().waitFor()
    expect(await rows().count()).toBe(1)
  })

  it('is listed with the arrivals of its source', async () => {
    await openPage(page, `${leads.path}?tab=arrivals&source=import`)
    await page.getByText('No matching arrivals').waitFor()
    await page.getByRole('combobox', { name: 'Source' }).click()
    await page.getByRole('option', { name: 'Received at the webhook URL' }).click()
    await rows().first().waitFor()
  })

  it('is edited, shows the remaining errors, and is then admitted', async () => {
    await openPage(page, `${leads.path}?tab=arrivals&status=held&contains=LOU@acme`)
    await rows().first().click()
    await button('Edit').click()
    const dialog = page.getByRole('dialog', { name: 'Edit this arrival' })
    await dialog.getByLabel('Body').fill(records('lou@acme.test', { Sho: '42' }))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('The arrival does not fit the table yet').waitFor()
    await dialog.getByLabel('Body').fill(records('lou@acme.test'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('The arrival fits the table now').waitFor()
    await dialog.getByRole('button', { name: 'Admit arrival' }).click()
    const admission = page.getByRole('dialog', { name: 'Admit this arrival' })
    await admission.getByRole('button', { name: 'Admit 1 record' }).click()
    await admission.getByText('1 record is in the table').waitFor()
  })

  it('is discarded, alone or with all of its kind', async () => {
    await openPage(page, `${leads.path}?tab=arrivals&status=held&code=UNKNOWN_COLUMN`)
    await rows().first().click()
    await button('Discard').click()
    await page
      .getByRole('dialog', { name: 'Discard this arrival?' })
      .getByRole('button', { name: 'Discard' })
      .click()
    await page.getByText('The arrival is discarded.').waitFor()
    await button('Discard all matching arrivals').click()
    await page
      .getByRole('dialog', { name: 'Discard all of these arrivals?' })
      .getByRole('button', { name: 'Discard all' })
      .click()
    await page.getByText('1 arrival is discarded.').waitFor()
    expect(await heldBy(leads)).toEqual([])
  })
})

it('a proposal says why it takes no value for a column, and why it leaves a value out', async () => {
  const leads = await addOwnTable()
  const two = {
    payer: { name: 'Jane Doe', email: 'jane@acme.test' },
    visitor: { name: 'Grace Hopper', email: 'grace@navy.test' },
    account_owner: { email: 'sales@house.test' },
  }
  expect(await deliver(JSON.stringify(two), leads)).toBe(200)
  await openPage(page, `${leads.path}?tab=arrivals`)
  await page.getByRole('link', { name: 'Map this format' }).click()
  await page.getByText('No value proposed: the bodies hold several people').first().waitFor()
  await page.getByText('Not proposed: the key names a person of the seller').waitFor()
  for (const value of ['jane@acme.test', 'grace@navy.test', 'sales@house.test'])
    await page.getByText(value).first().waitFor()
  await expectAccessibleInBoth(page, async (colorScheme) => {
    for (const width of [400, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
      if (shots !== undefined)
        await page.screenshot({ path: `${shots}/reasons-${colorScheme}-${width}.png`, fullPage: true })
    }
  })
})

it('a table without columns gets them and one mapping from its first delivery, also if an answer is lost', async () => {
  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/projects')
  const path = `/projects/${items[0]?.id}/data-tables`
  const table = await ask<{ id: string }>(page, 'POST', path, { name: 'People' })
  await ask(page, 'PATCH', `/data-tables/${table.id}`, { acceptsAnyFormat: true })
  const person = readFileSync(new URL('../../../fixtures/senders/pipedrive.json', import.meta.url), 'utf8')
  expect(await deliver(person, { token: await ingestTokenOf(page, table.id) })).toBe(200)
  await openPage(page, `/data-tables/${table.id}?tab=arrivals`)
  await page.getByRole('link', { name: 'Map this format' }).click()
  await page.getByText('gets the columns below').waitFor()
  await loseAnswer(page, `**/data-tables/${table.id}/mappings`, 'POST')
  await button('Apply mapping and admit arrivals').click()
  await page.getByText('Spindle cannot be reached').waitFor()
  await button('Apply mapping and admit arrivals').click()
  await page.getByText('1 record is in the table').waitFor()
  const mappings = await ask<{ items: { version: number }[] }>(
    page,
    'GET',
    `/data-tables/${table.id}/mappings`,
  )
  expect(mappings.items.map(({ version }) => version)).toEqual([1])
  const { columns } = await ask<{ columns: { isMetadata: boolean }[] }>(
    page,
    'GET',
    `/data-tables/${table.id}`,
  )
  expect(columns.some(({ isMetadata }) => isMetadata)).toBe(true)
})

it('an open table without columns proposes them from its arrivals, and one click creates them with the records', async () => {
  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/projects')
  const path = `/projects/${items[0]?.id}/data-tables`
  const { id } = await ask<{ id: string }>(page, 'POST', path, { name: 'From a program' })
  await ask(page, 'PATCH', `/data-tables/${id}`, { acceptsAnyFormat: true })
  const token = await ingestTokenOf(page, id)
  const people = [
    { name: 'Ada', mail: 'ada@example.com', seats: 3, visits: 1 },
    { name: 'Grace', mail: 'grace@example.com', seats: null, visits: 20 },
    { name: 'Alan', mail: 'alan@example.com', seats: 12, visits: 300 },
  ]
  for (const person of people) expect(await deliver(JSON.stringify(person), { token })).toBe(200)
  await openPage(page, `/data-tables/${id}`)
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await row('email').getByText('3 of 3').waitFor()
  await row('seats').getByText('2 of 3').waitFor()
  const type = (column: string) => page.getByRole('combobox', { name: `Type of the new column ${column}` })
  const types = ['name', 'email', 'seats', 'visits'].map((column) => type(column).inputValue())
  expect(await Promise.all(types)).toEqual(['Text', 'E-mail address', 'Text', 'Number'])
  await type('visits').click()
  await page.getByRole('option', { name: 'Text', exact: true }).click()
  await expectAccessibleInBoth(page)
  await button('Create 4 columns and add 3 records').click()
  await page.getByText('3 records · 4 columns').waitFor()
  type Columns = { readonly columns: readonly { readonly name: string; readonly type?: string }[] }
  const { columns } = await ask<Columns>(page, 'GET', `/data-tables/${id}`)
  expect(columns.map((column) => [column.name, column.type])).toEqual([
    ['name', undefined],
    ['email', 'email'],
    ['seats', undefined],
    ['visits', undefined],
  ])
})

it('the mapping of a form shows its questions, and each page of a source has at most one primary button', async () => {
  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/projects')
  const path = `/projects/${items[0]?.id}/data-tables`
  const { id } = await ask<{ id: string }>(page, 'POST', path, {
    name: 'Survey',
    columns: [{ name: 'email' }, { name: 'first_name' }],
  })
  const primary = page.locator(
    '#content .mantine-Button-root:is([data-variant=filled], :not([data-variant]))',
  )
  await openPage(page, `/data-tables/${id}?tab=connect`)
  await button('Accept any format').waitFor()
  expect(await primary.count()).toBeLessThanOrEqual(1)
  await page.getByRole('tab', { name: 'Typeform' }).click()
  await button('Accept any format').waitFor({ state: 'detached' })
  const answers = readFileSync(new URL('../../../fixtures/senders/typeform.json', import.meta.url), 'utf8')
  expect(await deliver(answers, { token: await ingestTokenOf(page, id) })).toBe(200)
  await page.getByRole('link', { name: 'Continue to the mapping' }).waitFor()
  expect(await primary.count()).toBe(1)
  await page.getByRole('link', { name: 'Continue to the mapping' }).click()
  const source = page.getByRole('combobox', { name: 'Value that fills the column first_name' })
  await source.waitFor()
  expect(await source.inputValue()).toBe('What is your first name?')
  expect(await primary.count()).toBe(1)
  await button('Create column from the unused value Which topics interest you?').click()
  await page.getByRole('textbox', { name: 'Name of the new column Which topics interest you?' }).waitFor()
  await expectAccessible(page)
})

it('a mapping is applied again after the answer to its new column was lost', async () => {
  const leads = await addOwnTable()
  expect(await deliver(JSON.stringify({ ...lead, city: 'Paris' }), { token: leads.token })).toBe(200)
  await openPage(page, `${leads.path}?tab=arrivals`)
  await page.getByRole('link', { name: 'Map this format' }).click()
  await button('Create column from the unused value city').click()
  await loseAnswer(page, '**/columns')
  await button('Apply mapping and admit arrivals').click()
  await page.getByText('Spindle cannot be reached').waitFor()
  await button('Apply mapping and admit arrivals').click()
  await page.getByText('The mapping is applied').waitFor()
  const { columns } = await ask<{ columns: { name: string }[] }>(page, 'GET', leads.path)
  expect(columns.map(({ name }) => name)).toEqual(['name', 'phone', 'account_id', 'email', 'city'])
})

it('an edit of a mapping does not replace the change of another user, unless the user decides so', async () => {
  const dataTableId = await addTable(page, 'Shared', [{ name: 'Ada', email: null }])
  const field = (column: string, key: string) => ({ column, from: [{ path: [key] }] })
  const mapping = {
    name: 'Form',
    action: 'insert',
    match: { where: [], requires: [['Mail']] },
    root: [],
    fields: [field('email', 'Mail')],
  }
  const { id } = await ask<{ id: string }>(page, 'POST', `/data-tables/${dataTableId}/mappings`, mapping)
  const stored = () => ask<{ name: string; fields: object[] }>(page, 'GET', `/mappings/${id}`)
  await openPage(page, `/data-tables/${dataTableId}/mapping?mapping=${id}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Contact form')
  const fields = [field('email', 'Mail'), field('name', 'Name')]
  await ask(page, 'PATCH', `/mappings/${id}`, { fields })
  await button('Save the mapping').click()
  await page.getByText('This mapping was changed while you edited it').waitFor()
  await expectAccessible(page)
  expect(await stored()).toMatchObject({ name: 'Form', fields: [{ column: 'email' }, { column: 'name' }] })
  await button('Save my version').click()
  await page.getByText('The mapping is applied').waitFor()
  expect(await stored()).toMatchObject({ name: 'Contact form', fields: [{ column: 'email' }] })
})

it('the edit of a mapping keeps its changes when the mapping holds an arrival, and when a sample is pasted', async () => {
  const dataTableId = await addTable(page, 'Edited', [{ name: 'Ada', email: null }])
  await ask(page, 'PATCH', `/data-tables/${dataTableId}`, { acceptsAnyFormat: true })
  // Holds each arrival, because the mapping says nothing about the column name.
  const { id } = await ask<{ id: string }>(page, 'POST', `/data-tables/${dataTableId}/mappings`, {
    name: 'Form',
    action: 'insert',
    match: { where: [], requires: [['Mail']] },
    root: [],
    fields: [{ column: 'email', from: [{ path: ['Mail'] }] }],
  })
  await openPage(page, `/data-tables/${dataTableId}/mapping?mapping=${id}`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Contact form')
  const token = await ingestTokenOf(page, dataTableId)
  expect(await deliver(JSON.stringify({ Mail: 'ada@acme.test' }), { token })).toBe(200)
  // The console loads the held arrivals again when the user comes back to it after 5 seconds.
  const reloaded = page.waitForResponse(/\/arrivals\?.*held/)
  await until(async () => {
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    return Promise.race([reloaded.then(() => true), page.waitForTimeout(500).then(() => false)])
  }, 20_000)
  await page.waitForTimeout(500)
  expect(await name.inputValue()).toBe('Contact form')
  await button('Use a sample').click()
  await page.getByRole('textbox', { name: 'Body' }).fill('{"Mail":"grace@acme.test"}')
  await button('Read the sample').click()
  await page.getByText('grace@acme.test').first().waitFor()
  expect(await name.inputValue()).toBe('Contact form')
})

it('the edit of a new mapping keeps its changes when its arrivals are discarded meanwhile', async () => {
  const dataTableId = await addTable(page, 'Discarded', [{ name: 'Ada', email: null }])
  await ask(page, 'PATCH', `/data-tables/${dataTableId}`, { acceptsAnyFormat: true })
  const token = await ingestTokenOf(page, dataTableId)
  expect(await deliver(JSON.stringify({ Mail: 'ada@acme.test', Who: 'Ada' }), { token })).toBe(200)
  const { items } = await ask<{ items: { format: string }[] }>(
    page,
    'GET',
    `/arrivals?dataTableId=${dataTableId}&status=held`,
  )
  await openPage(page, `/data-tables/${dataTableId}/mapping?format=${items[0]?.format}`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Contact form')
  await ask(page, 'DELETE', `/arrivals?dataTableId=${dataTableId}&all=true`)
  // Another tab of the browser signs in, and the console loads everything again.
  const gone = page.waitForResponse((answer) => answer.url().endsWith('/propose') && answer.status() === 404)
  await page.evaluate(`new BroadcastChannel('spindle-session').postMessage('signed-in')`)
  await gone
  await page.waitForTimeout(500)
  expect(await name.inputValue()).toBe('Contact form')
})

describe('the settings of a table', () => {
  it('accept a secret that is never shown again', async () => {
    const { path } = await addOwnTable()
    await openPage(page, `${path}?tab=settings`)
    await page.getByRole('combobox', { name: 'Source that signs' }).click()
    await page.getByRole('option', { name: 'Typeform' }).click()
    await page.getByLabel('Secret of the Typeform webhook').fill('a-secret-of-the-form')
    await page.getByLabel('Hold the arrival', { exact: true }).check()
    await button('Save signature').click()
    await page.getByText('A secret for signatures is set').waitFor()
    const table = await ask<{ signature: unknown; onBadSignature: string }>(page, 'GET', path)
    expect([table.signature, table.onBadSignature]).toEqual([{ preset: 'typeform' }, 'hold'])
    expect(await page.getByLabel('Secret of the Typeform webhook').inputValue()).toBe('')
  })
})

describe('the pages of arrivals', () => {
  it.each([
    ['/arrivals', 'Arrivals'],
    ['?tab=arrivals', 'Leads'],
    ['?tab=connect', 'Leads'],
    ['?tab=settings', 'Leads'],
    ['/mapping', 'Map a format'],
  ])('%s is accessible on a phone, in light and dark', async (path, heading) => {
    const leads = await addOwnTable()
    await deliver(JSON.stringify(lead), leads)
    await holdWrongPhone(leads)
    await page.setViewportSize({ width: 360, height: 740 })
    await openPage(page, path === '/arrivals' ? path : leads.path + path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    if (path === '/arrivals') await page.getByRole('list', { name: 'Arrivals' }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })

  it('make an opened arrival and a mapping beside its sample accessible too', async () => {
    const { token } = await addOwnTable()
    await deliver('mail=eve%40example.com&first+name=Eve', {
      token,
      type: 'application/x-www-form-urlencoded',
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await openPage(page, '/arrivals?code=UNKNOWN_FORMAT')
    // The newest arrival is the first.
    await page
      .getByRole('button', { name: /^No mapping for the format of the body/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('eve@example.com').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Map this format' }).click()
    await button('Apply mapping and admit arrivals').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})
