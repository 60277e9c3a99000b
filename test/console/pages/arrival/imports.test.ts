import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { workbook } from '../../../support/data/xlsx.ts'
import { openScratch } from '../../../support/scratch.ts'
import { addTable } from '../../ask.ts'
import { Console, expectAccessible, expectNoSidewaysScroll } from '../../console.ts'
import { hold } from '../../hold.ts'
import { intercept } from '../../intercept.ts'
import { openPage } from '../../open-page.ts'

const columns = ['name', 'phone', 'account_id', 'email']
const person = (no: number) => ({
  name: `Person ${no}`,
  phone: '1',
  account_id: `A-${no}`,
  email: `p${no}@example.com`,
})

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
const row = (text: string) => page.getByRole('row').filter({ hasText: text })
const target = (column: string) =>
  page.getByRole('combobox', { name: `Table column for the file column ${column}` })

/** Opens the import page of a new data table that only one test uses, and returns the path of the table. */
async function openImport(people: readonly object[] = []): Promise<string> {
  const table = `/data-tables/${await addTable(page, 'People', people, columns)}`
  await openPage(page, `${table}?tab=import`)
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  return table
}

async function choose(name: string, content: string | Buffer): Promise<void> {
  const buffer = Buffer.from(content)
  await page.locator('input[type=file]').last().setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByRole('heading', { name }).waitFor()
}

describe('an import', () => {
  it('proposes the use of each column, shows the result in advance, and leaves rows out on request', async () => {
    await openImport()
    const file = [
      'Full name;Phone;Account-ID;E-Mail;Shoe size',
      'Ada Lovelace;1;A-1;ada@import.org;38',
      'Grace Hopper;2;A-2;grace@import.org;39',
      'Grace Hopper;2;A-2;grace@import.org;39',
      'Nobody;3;A-3;nobody@;40',
      'short;row',
      'No Mail;4;A-4;;41',
    ]
    await choose('leads.csv', `${file.join('\n')}\n`)
    await row('Ada Lovelace').waitFor()
    expect(await target('Phone').inputValue()).toBe('phone')
    expect(await target('Account-ID').inputValue()).toBe('account_id')
    expect(await target('E-Mail').inputValue()).toBe('email')
    expect(await target('Shoe size').inputValue()).toBe('Leave this column out')
    await target('Full name').click()
    await page.getByRole('option', { name: 'name', exact: true }).click()
    await target('Shoe size').click()
    await page.getByRole('option', { name: 'A new column' }).click()
    await page.getByRole('textbox', { name: 'Name of the new column for Shoe size' }).fill('shoe size')
    await button('Check the file').click()
    await page.getByText('1 row with too few or too many cells: line 6').waitFor()
    await page.getByText('1 invalid e-mail address in email: line 5 (nobody@)').waitFor()
    await page.getByText('1 row has the same email as an earlier row of the file').waitFor()
    await page.getByText('1 row has no e-mail address').waitFor()
    await page.getByText('Nothing is in email on line 7.').waitFor()
    for (const [name, value] of [
      ['Rows in the file', '6'],
      ['New records', '4'],
      ['Left out', '2'],
    ] as const)
      await page
        .locator('div')
        .filter({ hasText: new RegExp(`^${name}${value}$`) })
        .first()
        .waitFor()
    await expectAccessible(page)
    await button('Import 4 rows').click()
    await page.getByText('4 records imported').waitFor()
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download left-out rows' }).click(),
    ])
    const rows = readFileSync(await download.path(), 'utf8')
    expect(rows).toContain('Left out because,Full name,Phone,Account-ID,E-Mail,Shoe size')
    expect(rows).toContain(',Nobody,3,A-3,nobody@,40')
    await button('See the records').click()
    await row('ada@import.org').getByText('38', { exact: true }).waitFor()
  })

  it('proposes types of new columns, and gives up a type that a later row does not have', async () => {
    const table = `/data-tables/${await addTable(page, 'Typed', [], [])}`
    await openPage(page, `${table}?tab=import`)
    const people = Array.from(
      { length: 210 },
      (_, no) => `p${no}@import.org,${no},${no === 205 ? 'n/a' : no * 7}`,
    )
    await choose('typed.csv', `E-Mail,Seats,Employees\n${people.join('\n')}\n`)
    await button('Import 210 rows').waitFor()
    const type = (column: string) => page.getByRole('combobox', { name: `Type of the new column ${column}` })
    const types = ['E-Mail', 'Seats', 'Employees'].map((column) => type(column).inputValue())
    expect(await Promise.all(types)).toEqual(['E-mail address', 'Number', 'Text'])
    await expectAccessible(page)
    await button('Import 210 rows').click()
    await page.getByText('210 records imported').waitFor()
  })

  it('keeps the left-out rows among the arrivals of the table', async () => {
    const table = await openImport()
    await choose('people.csv', `${columns.join(',')}\nAda,1,A-1,ada@example.com\nshort,row\n`)
    await button('Import 1 row').click()
    await page.getByText('1 record imported').waitFor()
    await openPage(page, `${table}?tab=arrivals`)
    await page.getByRole('button').filter({ hasText: 'Rows left out of an import' }).waitFor()
  })

  it('guesses the encoding, and reads the file again in another one', async () => {
    await openImport()
    await choose('umlauts.csv', Buffer.from('name\nM\xfcller\n', 'latin1'))
    await page.getByRole('cell', { name: 'Müller' }).waitFor()
    await page.getByRole('combobox', { name: 'Encoding' }).click()
    await page.getByRole('option', { name: 'Cyrillic (Windows-1251)' }).click()
    await page.getByRole('cell', { name: 'Mьller' }).waitFor()
  })

  it('accepts a sheet of a spreadsheet, and rows whose errors do not refuse them on request', async () => {
    await openImport()
    await choose(
      'people.xlsx',
      workbook({
        Notes: [['x']],
        People: [
          ['name', 'email'],
          ['Ada', 'ada@sheet.org'],
          ['Bad', 'bad@'],
        ],
      }),
    )
    await page.getByRole('combobox', { name: 'Sheet' }).click()
    await page.getByRole('option', { name: 'People' }).click()
    await row('ada@sheet.org').waitFor()
    await button('Import 1 row').waitFor()
    await page.getByRole('switch', { name: 'Leave out the row with an error' }).click()
    await button('Import 2 rows').click()
    await page.getByText('2 records imported').waitFor()
    await button('Import another file').click()
  })

  it.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'The file is empty'],
    ['a file of another kind', 'PK\u0003\u0004', 'The spreadsheet is damaged'],
    ['a quote that is never closed', `${columns.join(',')}\n"Ada,1,A-1,e\n`, 'a closing quote is missing'],
  ])('refuses %s in plain words', async (_what, csv, fault) => {
    await openImport()
    await choose('wrong.csv', csv)
    await page.getByRole('alert').filter({ hasText: fault }).waitFor()
  })

  it('of a file that changed on disk says so once, and asks for another', async () => {
    const folder = openScratch()
    const path = join(folder, 'edited.csv')
    writeFileSync(path, `${columns.join(',')}\nAda,1,A-1,ada@example.com\n`)
    await openImport()
    await page.locator('input[type=file]').last().setInputFiles(path)
    await page.getByRole('heading', { name: 'edited.csv' }).waitFor()
    await row('ada@example.com').waitFor()
    await button('Import 1 row').waitFor()
    writeFileSync(path, `${columns.join(',')}\nAda,1,A-1,ada@example.com\nGrace,2,A-2,grace@example.com\n`)
    await button('Import 1 row').click()
    const alert = page.getByRole('alert').filter({ hasText: 'was changed or moved after you chose it' })
    await alert.getByRole('button', { name: 'Choose another' }).waitFor()
    expect(await button('Choose another').count()).toBe(1)
    rmSync(folder, { recursive: true })
  })

  it('into a table without visible columns makes all but ids visible, and leads to the first spinner', async () => {
    const id = await addTable(page, 'Unseen', [], [])
    await openPage(page, `/data-tables/${id}?tab=import`)
    await page.getByRole('heading', { level: 1, name: 'Unseen' }).waitFor()
    await choose('unseen.csv', 'name,email,account_id\nAda,ada@example.com,1\n')
    await button('Import 1 row').click()
    await page.getByText('1 record imported').waitFor()
    await page.getByText('Spinners can use the columns name, email.').waitFor()
    await button('Choose columns').click()
    await page.getByRole('checkbox', { name: 'account_id' }).check()
    await expectAccessible(page)
    await button('Make columns visible to spinners').click()
    await page.getByText('Spinners can use the columns name, email, account_id.').waitFor()
    await button('Create a spinner').click()
    await page.getByRole('heading', { level: 1, name: 'Messages to Unseen' }).waitFor()
  })

  it('recognizes people by the column whose duplicates it reports, with one click', async () => {
    const id = await addTable(page, 'Repeats', [], [])
    await openPage(page, `/data-tables/${id}?tab=import`)
    await page.getByRole('heading', { level: 1, name: 'Repeats' }).waitFor()
    const rows = ['Ada,ada@example.com', 'Ada again,ADA@example.com', 'Anna,anna@@globex.example']
    await choose('repeats.csv', `Name,E-Mail\n${rows.join('\n')}\n`)
    await page.getByText('1 invalid e-mail address in E-Mail: line 4 (anna@@globex.example)').waitFor()
    await page.getByText('1 row has the same E-Mail as an earlier row of the file').waitFor()
    await button('Recognize people by E-Mail').click()
    await page.getByText('Rows that are duplicates become one record.').waitFor()
    await expectAccessible(page)
    await button('Import 2 rows').click()
    await page.getByRole('heading', { name: '1 record imported' }).waitFor()
  })

  it('can be stopped while its file is checked', async () => {
    await openImport([1, 2].map(person))
    await choose('long.csv', `${columns.join(',')}\n${'Ada,1,A-1,ada@example.com\n'.repeat(200_000)}`)
    // Holds the check of the file, so that it does not end before it is stopped.
    await intercept(page, '**/imports/preview', () => {})
    await button('Check the file').click()
    await button('Stop the file check').waitFor()
    // Asks before it is left, also from another tab of the table.
    await page.getByRole('tab', { name: 'Records' }).click()
    await page.getByRole('link', { name: 'Spinners' }).click()
    await page.getByRole('dialog', { name: 'Stop the import?' }).waitFor()
    await button('Stay').click()
    await page.getByRole('tab', { name: 'Import' }).click()
    await button('Stop the file check').click()
    await page.getByText('The upload was stopped').waitFor()
    await page.getByText('2 records').waitFor()
  })

  it('shows its result instead of the question on leaving, if it ends meanwhile', async () => {
    await openImport()
    await choose('people.csv', `${columns.join(',')}\nAda,1,A-1,ada@example.com\n`)
    const release = await hold(page, '**/imports')
    await button('Import 1 row').click()
    await page.getByRole('link', { name: 'Spinners' }).click()
    const question = page.getByRole('dialog', { name: 'Leave before the import is finished?' })
    await question.or(page.getByRole('dialog', { name: 'Stop the import?' })).waitFor()
    release()
    await page.getByRole('heading', { name: '1 record imported' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('fits a narrow screen', async () => {
    await openImport()
    await choose('people.csv', `${columns.join(',')}\nAda,1,A-1,ada@example.com\n`)
    await button('Import 1 row').waitFor()
    await page.setViewportSize({ width: 375, height: 740 })
    await expectNoSidewaysScroll(page)
  })
})
