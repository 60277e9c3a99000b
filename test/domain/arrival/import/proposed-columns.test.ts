import { describe, expect, it } from '@jest/globals'
import { proposedColumns } from '../../../../src/domain/arrival/import/proposed-columns.ts'

const columns = ['name', 'email', 'phone'].map((name) => ({ name, isMetadata: false }))

describe('the proposed columns of a file', () => {
  it('are the columns of the same or the nearest name, each once', () => {
    expect(proposedColumns(['E-Mail', 'emial', 'Name '], columns)).toEqual([
      { to: 'email' },
      { ignore: true },
      { to: 'name' },
    ])
  })

  it('are new columns only in a table without columns', () => {
    expect(proposedColumns(['fax', '', 'fax'], [])).toEqual([
      { create: { name: 'fax' } },
      { ignore: true },
      { ignore: true },
    ])
    expect(proposedColumns(['fax'], columns)).toEqual([{ ignore: true }])
  })

  it('have the type of their first cells, which need not be in each row', () => {
    const rows = [
      ['Ada', 'ada@example.com', '5', '80331', '2026-11-20'],
      ['Grace', 'grace@example.com', '12', '10115'],
      ['Alan', 'alan@example.com', '250', '50667', ''],
    ].map((cells) => ({ cells }))
    const header = ['Name', 'E-Mail', 'Employees', 'Where', 'Since']
    expect(proposedColumns(header, [], rows)).toEqual([
      { create: { name: 'Name' } },
      { create: { name: 'E-Mail', type: 'email' } },
      { create: { name: 'Employees', type: 'number' } },
      { create: { name: 'Where' } },
      { create: { name: 'Since' } },
    ])
    expect(proposedColumns(['Name'], columns, rows)).toEqual([{ to: 'name' }])
  })

  it('do not include the column of reasons in a file of left-out rows', () => {
    expect(proposedColumns(['Left out because', 'name'], columns)).toEqual([{ ignore: true }, { to: 'name' }])
  })
})
