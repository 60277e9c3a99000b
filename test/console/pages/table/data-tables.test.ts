import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Download, Locator, Page } from 'playwright-core'
import { until } from '../../../support/until.ts'
import { addRecords, addSpinner, addTable, ask, webhookUrlOf } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { hold } from '../../hold.ts'
import { intercept } from '../../intercept.ts'
import { loseAnswer } from '../../lose-answer.ts'
import { openPage } from '../../open-page.ts'
import { refuse } from '../../refuse.ts'

const columns = ['name', 'phone', 'account_id', 'email']
const ada = { name: 'Ada', phone: '1', account_id: 'A-1', email: 'ada@example.com' }

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

interface Id {
  readonly id: string
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

async function open(path: string, heading = 'People'): Promise<void> {
  await openPage(page, path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

/** A data table that only one test uses, with the path of its page in the console and in the API. */
interface OwnTable extends Id {
  readonly path: string
}

/** Creates a data table for a test, with four columns and these records, and opens one of its tabs. */
async function openOwnTable(tab: string, ...records: object[]): Promise<OwnTable> {
  const id = await addTable(page, 'People', records, columns)
  const path = `/data-tables/${id}`
  await open(`${path}?tab=${tab}`)
  return { id, path }
}

async function choose(name: string, csv: string | Buffer): Promise<void> {
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('heading', { name }).waitFor()
}

async function scrollTo(sight: Locator): Promise<void> {
  await page.getByRole('region', { name: 'Records' }).hover()
  await until(async () => {
    if (await sight.isVisible()) return true
    await page.mouse.wheel(0, 20_000)
    return false
  })
}

function ingest(url: string, ...records: object[]): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ records }),
  })
}

async function webhookUrl(): Promise<string> {
  const show = button('Show the webhook URL')
  if (await show.isVisible()) await show.click()
  return page.getByRole('textbox', { name: 'Webhook URL' }).inputValue()
}

describe('data tables', () => {
  it('are listed by project, and can be created in any of them', async () => {
    await open('/data-tables', 'Data tables')
    await row('Leads').waitFor()
    await button('Actions on the project First project').click()
    await page.getByRole('menuitem', { name: 'New project' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Spring campaign')
    await button('Create project').click()
    await page.getByRole('heading', { level: 2, name: 'Spring campaign' }).waitFor()
    await button('New data table').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Visitors')
    await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Spring campaign' })
    await button('Create data table').click()
    await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor()
    await page.getByText('Drop a CSV or an Excel file here').waitFor()
    await page.getByRole('tab', { name: 'Records' }).click()
    await page.getByText('Start this table with a CSV').waitFor()
  })

  it('can be created with columns, which spinners may use, and are then ready for records of a system', async () => {
    await open('/data-tables', 'Data tables')
    await button('New data table').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sign-ups')
    await dialog.getByLabel('Columns').pressSequentially('email, full name,')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create data table' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign-ups' }).waitFor()
    await button('Send a test record').click()
    await page.getByText('1 record', { exact: false }).first().waitFor()
    const [, id] = /data-tables\/([^?]+)/.exec(page.url()) ?? []
    const { columns: created } = await ask<{ columns: object[] }>(page, 'GET', `/data-tables/${id}`)
    expect(created).toEqual([
      expect.objectContaining({ name: 'email', isMetadata: true }),
      expect.objectContaining({ name: 'full name', isMetadata: true }),
    ])
  })

  it('say that a test record needs columns first', async () => {
    const id = await addTable(page, 'Visitors', [], [])
    await open(`/data-tables/${id}?tab=connect`, 'Visitors')
    await button('Send a test record').click()
    await page.getByRole('alert').filter({ hasText: 'This table has no columns yet' }).waitFor()
  })

  it('are deleted after their name was typed, and a project when it is empty', async () => {
    const project = await ask<Id>(page, 'POST', '/projects', { name: 'Autumn campaign' })
    const { id } = await ask<Id>(page, 'POST', `/projects/${project.id}/data-tables`, { name: 'Visitors' })
    await open(`/data-tables/${id}?tab=settings`, 'Visitors')
    await button('Delete data table').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type Visitors to confirm').fill('Visitors')
    await dialog.getByRole('button', { name: 'Delete data table' }).click()
    await page.getByRole('heading', { level: 1, name: 'Data tables' }).waitFor()
    await button('Actions on the project Autumn campaign').click()
    await page.getByRole('menuitem', { name: 'Rename project' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Summer campaign')
    await button('Rename').click()
    await button('Actions on the project Summer campaign').click()
    await page.getByRole('menuitem', { name: 'Delete project' }).click()
    await button('Delete project').click()
    await page.getByRole('heading', { level: 2, name: 'Summer campaign' }).waitFor({ state: 'detached' })
  })

  it('cannot be deleted while a spinner uses them, which is named', async () => {
    await open(`/data-tables/${console.demo.dataTableId}?tab=settings`, 'Leads')
    await button('Delete data table').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type Leads to confirm').fill('Leads')
    await dialog.getByRole('button', { name: 'Delete data table' }).click()
    await dialog.getByRole('alert').filter({ hasText: 'Welcome new leads' }).waitFor()
  })
})

it('a file that is dropped on the page is imported', async () => {
  await openOwnTable('import')
  const rows = Array.from({ length: 30 }, (_, no) => `A-${no};"Doe; Jo";${no};jo${no}@example.com`)
  const csv = `account_id;name;phone;email\\n${rows.join('\\n')}\\n`
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([${JSON.stringify('CSV')}], 'dropped.csv'))
      return transfer
    })()`.replace('"CSV"', `'${csv}'`),
  )
  await page.getByText('Drop a CSV or an Excel file here').dispatchEvent('drop', { dataTransfer })
  await page.getByRole('heading', { name: 'dropped.csv' }).waitFor()
  await row('account_id').getByText('A-0', { exact: true }).filter({ visible: true }).waitFor()
  await button('Import 30 rows').click()
  await page.getByText('30 records imported').waitFor()
  await button('See the records').click()
  await row('jo29@example.com').waitFor()
  await page.getByText('30 records').waitFor()
})

it('an unknown data table is reported, with a link back', async () => {
  await openPage(page, '/data-tables/01936f4e-ffff-7fff-8fff-ffffffffffff')
  await page.getByRole('heading', { name: 'Data table not found' }).waitFor()
  await page.getByRole('link', { name: 'See all data tables' }).click()
  await page.getByRole('heading', { level: 1, name: 'Data tables' }).waitFor()
})

describe('records', () => {
  it('appear while the page is open', async () => {
    const table = await openOwnTable('records', ada)
    await row('ada@example.com').waitFor()
    const arrived = { ...ada, name: 'Just arrived', phone: null }
    expect((await ingest(await webhookUrlOf(page, table.id), arrived)).status).toBe(201)
    await row('Just arrived').waitFor({ timeout: 4_000 })
    expect(await page.getByRole('row').nth(1).innerText()).toContain('Just arrived')
    await row('Just arrived').getByRole('img', { name: 'null' }).waitFor()
  })

  it('are loaded while scrolling, and new ones move nothing', async () => {
    const many = Array.from({ length: 450 }, (_, no) => ({ ...ada, name: `Person ${no}` }))
    const table = await openOwnTable('records', { ...ada, name: 'Oldest' })
    await row('Oldest').waitFor()
    await addRecords(page, table.id, ...many)
    await row('Person 449').waitFor()
    // Makes one request for the next page of records fail in the test; this must not remove the records already
    // shown.
    await intercept(
      page,
      /cursor=/,
      (route) =>
        route.continue({
          url: route
            .request()
            .url()
            .replace(/cursor=[^&]+/, 'cursor=none'),
        }),
      { times: 1 },
    )
    await scrollTo(button('Try again'))
    await row('Person 250').waitFor()
    await button('Try again').click()
    await row('Person 249').waitFor()
    await scrollTo(row('Oldest'))
    expect(await button('Try again').count()).toBe(0)
    expect(await page.getByRole('row').count()).toBeLessThan(80)
    await addRecords(page, table.id, { ...ada, name: 'Later' })
    await button('New records').click()
    await row('Later').waitFor()
  })

  it('are shown in full, and deleted one by one with an undo', async () => {
    await openOwnTable('records', ada, { ...ada, name: 'Later' })
    // Opens a record by the keyboard in the test, from any cell of its row. Screen readers must announce the
    // name of the record.
    await row('Later').getByRole('gridcell').last().click()
    await page.keyboard.press('ControlOrMeta+Enter')
    const drawer = page.getByRole('dialog', { name: 'Record' })
    await drawer.getByText('ada@example.com').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Later, .*arrived/ }).click()
    await drawer.getByText('ada@example.com').waitFor()
    await drawer.getByRole('button', { name: 'Delete record' }).click()
    await row('Later').waitFor({ state: 'detached' })
    await page.getByText('The record was deleted.').waitFor()
    await button('Undo').click()
    await row('Later').waitFor()
    await page.getByRole('button', { name: /^Later, .*arrived/ }).click()
    await drawer.getByRole('button', { name: 'Delete record' }).click()
    await row('Later').waitFor({ state: 'detached' })
  })

  it('appear even if as many are deleted at the same time', async () => {
    const table = await openOwnTable('records', ada, { ...ada, name: 'Latest' })
    await row('Latest').waitFor()
    const { items } = await ask<{ items: Id[] }>(page, 'GET', `${table.path}/records?limit=1`)
    await Promise.all([
      page.request.delete(`/api/v1${table.path}/records/${items[0]?.id}`, {
        headers: { 'X-Spindle-Console': '1' },
      }),
      addRecords(page, table.id, { ...ada, name: 'In exchange' }),
    ])
    await row('In exchange').waitFor()
  })

  it('are exported under the name of the table', async () => {
    await openOwnTable('records', ada)
    await button('Export').click()
    const item = page.getByRole('menuitem', { name: 'Raw CSV' })
    const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
    expect(download.suggestedFilename()).toBe('People.csv')
  })

  it('are not exported after the session has ended, and the page says so', async () => {
    await openOwnTable('records', ada)
    const downloads: Download[] = []
    page.on('download', (download) => downloads.push(download))
    await button('Export').click()
    const item = page.getByRole('menuitem', { name: 'Raw CSV' })
    await item.waitFor()
    await page.request.post('/api/v1/auth/sign-out', { headers: { 'X-Spindle-Console': '1' } })
    // Ignores a failed click in the test, because another request of the page may have noticed already that the
    // session has ended.
    await item.click({ timeout: 1_000 }).catch(() => undefined)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await console.signInAgain(page)
    await row('ada@example.com').waitFor()
    expect(downloads).toEqual([])
  })
})

describe('connecting a source', () => {
  it('sends a test record that fits the table', async () => {
    await openOwnTable('connect')
    await button('Send a test record').click()
    await page.getByText('The test record is in the table').waitFor()
    await button('See the records').last().click()
    await row('Ada Lovelace').first().waitFor()
  })

  it('hides the webhook URL until it is requested, in the commands too', async () => {
    const url = await webhookUrlOf(page, (await openOwnTable('connect')).id)
    const token = url.split('/').at(-1) ?? ''
    expect(await page.locator('#content').innerText()).not.toContain(token)
    expect(await webhookUrl()).toBe(url)
    await page.getByRole('tab', { name: 'curl' }).click()
    await page.getByRole('region', { name: 'curl: command' }).getByText(token).waitFor()
    for (const name of ['JavaScript', 'Python', 'HubSpot', 'Typeform', 'Zapier', 'Make', 'n8n']) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('tabpanel', { name }).getByText(token).last().waitFor()
    }
  })

  it('rotates the webhook URL after a warning, and the old one is refused', async () => {
    await openOwnTable('connect')
    const before = await webhookUrl()
    await button('Rotate URL').click()
    const dialog = page.getByRole('dialog', { name: 'Rotate the webhook URL?' })
    await dialog.getByText('The old URL stops working at once').waitFor()
    await dialog.getByRole('button', { name: 'Rotate URL' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('The webhook URL is new').waitFor()
    await until(async () => (await webhookUrl()) !== before)
    expect((await ingest(before, ada)).status).toBe(401)
    expect((await ingest(await webhookUrl(), ada)).status).toBe(201)
  })

  it('offers no second grace period while the previous webhook URL works', async () => {
    const { id } = await openOwnTable('connect')
    await ask(page, 'POST', `/data-tables/${id}/webhook-url/rotate`, { graceSeconds: 3_600 })
    await page.reload()
    await button('Rotate URL').click()
    const dialog = page.getByRole('dialog', { name: 'Rotate the webhook URL?' })
    await dialog.getByText(/^The previous webhook URL works until .* ends both URLs at once\.$/).waitFor()
    const [radios, disabled] = [dialog.getByRole('radio'), dialog.locator('input[type=radio]:disabled')]
    expect([await radios.count(), await disabled.count()]).toEqual([4, 3])
  })
})

describe('settings', () => {
  it('mark the columns visible to spinners, and fill missing ones', async () => {
    await openOwnTable('settings', ada)
    await page.getByLabel('phone', { exact: true }).check()
    await button('Save visible columns').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByLabel('Fill missing columns with null').check()
    await button('Save rule').click()
    await expect(page.getByText('Saved', { exact: true }).nth(1).waitFor()).resolves.toBeUndefined()
    await page.getByRole('tab', { name: 'Records' }).click()
    await page.getByRole('columnheader', { name: 'phone (visible to spinners)' }).waitFor()
  })

  it('do not replace the change of another user, unless the user decides so', async () => {
    const path = `/data-tables/${await addTable(page, 'Shared', [{ name: 'Ada', email: null }])}`
    await ask(page, 'POST', `${path}/columns`, { name: 'phone' })
    const visible = async () =>
      (await ask<{ columns: { name: string; isMetadata: boolean }[] }>(page, 'GET', path)).columns
        .filter(({ isMetadata }) => isMetadata)
        .map(({ name }) => name)
    await open(`${path}?tab=settings`, 'Shared')
    await page.getByLabel('phone', { exact: true }).check()
    await ask(page, 'PATCH', path, { metadataColumns: ['email'] })
    // The list of columns shows the other change. The user's choice stays.
    await page
      .getByRole('listitem')
      .filter({ hasText: /^name$/ })
      .waitFor()
    await button('Save visible columns').click()
    await page.getByText('This data table was changed while you edited it').waitFor()
    await expectAccessible(page)
    expect(await visible()).toEqual(['email'])
    await button('Save my version').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await visible()).toEqual(['name', 'email', 'phone'])
    // A change of another setting does not stop an edit.
    await page.getByLabel('name', { exact: true }).uncheck()
    await ask(page, 'PATCH', path, { name: 'Shared table' })
    await page.getByRole('heading', { level: 1, name: 'Shared table' }).waitFor()
    await button('Save visible columns').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await visible()).toEqual(['email', 'phone'])
  })

  it('keep an unsaved choice of visible columns while columns are renamed', async () => {
    const { path } = await openOwnTable('settings', ada)
    const rename = async (from: string, to: string) => {
      await button(`Rename ${from}`).click()
      await page.getByRole('dialog').getByLabel('Name').fill(to)
      await button('Rename column').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByLabel('phone', { exact: true }).check()
    await rename('phone', 'telephone')
    await rename('name', 'full name')
    expect(await page.getByLabel('telephone', { exact: true }).isChecked()).toBe(true)
    await button('Save visible columns').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const stored = await ask<{ columns: { name: string; isMetadata: boolean }[] }>(page, 'GET', path)
    const visible = stored.columns.filter(({ isMetadata }) => isMetadata)
    expect(visible.map(({ name }) => name)).toEqual(['full name', 'telephone', 'email'])
  })

  it('keep typed text while another tab is open', async () => {
    await openOwnTable('records', ada)
    const hidden = page.getByRole('textbox', { name: 'Name', exact: true, includeHidden: true })
    // Settings are drawn when they are opened, not before.
    expect(await hidden.count()).toBe(0)
    await page.getByRole('tab', { name: 'Settings' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Guests')
    await page.getByRole('tab', { name: 'Records' }).click()
    await page.getByRole('columnheader', { name: 'name (visible to spinners)' }).waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    expect(await name.inputValue()).toBe('Guests')
  })

  it('rename the table, and keep a name that was typed while the earlier one was saved', async () => {
    const { path } = await openOwnTable('settings')
    const name = page.getByRole('textbox', { name: 'Name' })
    const table = `**${path}`
    const release = await hold(page, table, 'PATCH')
    await name.fill('Prospect')
    await button('Save name').click()
    await name.fill('Prospects')
    release()
    await page.getByRole('heading', { level: 1, name: 'Prospect', exact: true }).waitFor()
    await page.unroute(table)
    expect(await name.inputValue()).toBe('Prospects')
    await button('Save name').click()
    await page.getByRole('heading', { level: 1, name: 'Prospects' }).waitFor()
  })
})

describe('columns', () => {
  const names = async () =>
    (await page.getByRole('list', { name: 'Columns' }).getByRole('listitem').allTextContents()).map((text) =>
      text.replace(/(visible to spinners|match)+$/, ''),
    )
  const column = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Rename ${name}`, exact: true }) })

  it('are added, renamed, moved with the keyboard, and removed after a warning', async () => {
    const dataTableId = await addTable(page, 'People', [ada], columns)
    await ask(page, 'PATCH', `/data-tables/${dataTableId}`, { missingColumns: 'fill' })
    const steps = [{ type: 'email', to: '{{ email }}', subject: 'Welcome', text: 'Hello' }]
    await addSpinner(page, { name: 'Welcome', dataTableId, steps })
    await open(`/data-tables/${dataTableId}?tab=settings`)
    await column('email').waitFor()
    expect(await names()).toEqual(columns)
    await button('Add a column').click()
    await page.getByText('Records that arrive without this column get null').waitFor()
    await page.getByRole('dialog').getByLabel('Name').fill('city')
    await page.keyboard.press('Enter')
    await column('city').waitFor()
    await button('Rename city').click()
    await page.getByRole('dialog').getByLabel('Name').fill('email')
    await button('Rename column').click()
    await page.getByText('The table already has a column "email"').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByLabel('Name').fill('town')
    await button('Rename column').click()
    await column('town').waitFor()

    await button('Move town up').focus()
    for (const place of [4, 3]) {
      await page.keyboard.press('Enter')
      await page.getByText(`The column town is now number ${place} of 5`).waitFor({ state: 'attached' })
    }
    expect(await names()).toEqual(['name', 'phone', 'town', 'account_id', 'email'])

    await button('Remove email').click()
    await button('Remove column').click()
    await page.getByText('is used by the published spinner').waitFor()
    await button('Cancel').click()
    await button('Remove town').click()
    const dialog = page.getByRole('dialog', { name: 'Remove “town”?' })
    await dialog.getByText('a new column with this name starts empty').waitFor()
    await expectAccessible(page)
    await button('Remove column').click()
    await column('town').waitFor({ state: 'detached' })
    expect(await names()).toEqual(columns)
  })
})

describe('the pages of data tables', () => {
  it.each(['/data-tables', 'records', 'import', 'connect', 'settings'])(
    '%s is accessible on a phone, in light and dark',
    async (path) => {
      await page.setViewportSize({ width: 360, height: 740 })
      if (path.startsWith('/')) await open(path, 'Data tables')
      else await openOwnTable(path, { ...ada, name: 'Ada Lovelace' })
      if (path === 'records') await row('Ada Lovelace').waitFor()
      if (path === 'import') await choose('some.csv', 'name,Phone\nAda,1\n')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
    },
  )

  it('keep the options that another user has added meanwhile', async () => {
    const path = `/data-tables/${await addTable(page, 'Deals', [{ name: 'Ada', email: null }])}`
    await ask(page, 'POST', `${path}/columns`, { name: 'stage', type: 'choice', options: ['new'] })
    const options = async () =>
      (await ask<{ columns: { options?: string[] }[] }>(page, 'GET', path)).columns.at(-1)?.options
    await open(`${path}?tab=settings`, 'Deals')
    await button('Type of stage').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Options').first().fill('won')
    await page.keyboard.press('Enter')
    await ask(page, 'PATCH', `${path}/columns/stage`, { type: 'choice', options: ['new', 'lost'] })
    await button('Set column type').click()
    await dialog.getByText('This data table was changed while you edited it').waitFor()
    expect(await options()).toEqual(['new', 'lost'])
    await button('Save my version').click()
    await dialog.waitFor({ state: 'detached' })
    expect(await options()).toEqual(['new', 'won'])
  })

  it('add a record once if the first answer is lost', async () => {
    const path = `/data-tables/${await addTable(page, 'Once', [{ name: 'Ada', email: null }])}`
    await open(path, 'Once')
    await button('Add record').click()
    const dialog = page.getByRole('dialog', { name: 'Add a record' })
    await dialog.getByLabel('name').fill('Grace')
    await loseAnswer(page, `**${path}/records`)
    const add = dialog.getByRole('button', { name: 'Add record' })
    await add.click()
    await dialog.getByText('The record may have been added').waitFor()
    expect(await dialog.getByLabel('name').isDisabled()).toBe(true)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { items } = await ask<{ items: { data: { name: string } }[] }>(page, 'GET', `${path}/records`)
    expect(items.map(({ data }) => data.name)).toEqual(['Ada', 'Grace'])
  })

  it('add a record once if the first answer is lost and the service is overloaded after it', async () => {
    const path = `/data-tables/${await addTable(page, 'Once again', [{ name: 'Ada', email: null }])}`
    await open(path, 'Once again')
    await button('Add record').click()
    const dialog = page.getByRole('dialog', { name: 'Add a record' })
    await dialog.getByLabel('name').fill('Grace')
    // Playwright uses the route that was added last first.
    await intercept(page, `**${path}/records`, (route) => refuse(route, 'OVERLOADED'), { times: 1 })
    await loseAnswer(page, `**${path}/records`)
    await dialog.getByRole('button', { name: 'Add record' }).click()
    await dialog.getByText('The record may have been added').waitFor()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('Refused with OVERLOADED').waitFor()
    await dialog.getByText('The record may have been added').waitFor()
    expect(await dialog.getByLabel('name').isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { items } = await ask<{ items: { data: { name: string } }[] }>(page, 'GET', `${path}/records`)
    expect(items.map(({ data }) => data.name)).toEqual(['Ada', 'Grace'])
  })

  it('have dialogs that are accessible, too', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await open('/data-tables', 'Data tables')
    await button('New data table').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await openOwnTable('records', { ...ada, name: 'Ada Lovelace' })
    await row('Ada Lovelace').getByTitle('Open the record').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
})

describe('match columns', () => {
  it('show which records would be merged, and merge them after a confirmation', async () => {
    await openOwnTable('settings', ada, { ...ada, name: 'Ada Lovelace' })
    await page.getByRole('combobox', { name: 'Columns' }).click()
    await page.getByRole('option', { name: 'email' }).click()
    await page.keyboard.press('Escape')
    await button('Save match columns').click()
    await page.getByRole('table', { name: 'Duplicate records' }).getByText('Kept').first().waitFor()
    expect(await button('Save match columns').isDisabled()).toBe(true)
    await expectAccessible(page)
    await page.getByLabel('Merge each group').check()
    await button('Save match columns').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Records' }).click()
    await row('ada@example.com').waitFor()
  })
})
