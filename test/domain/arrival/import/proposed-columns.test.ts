import { describe, expect, it } from '@jest/globals'
import { proposedColumns } from '../../../../src/domain/arrival/import/proposed-columns.ts'

const columns = ['name', 'email', 'phone'].map((name) => ({ name, metadata: false }))

describe('what is proposed for the columns of a file', () => {
  it('is the column of the same name, else the one that is nearest, each once', () => {
    expect(proposedColumns(['E-Mail', 'emial', 'Name '], columns)).toEqual([
      { to: 'email' },
      { ignore: true },
      { to: 'name' },
    ])
  })

  it('is a new column only in a table that has none', () => {
    expect(proposedColumns(['fax', '', 'fax'], [])).toEqual([
      { create: { name: 'fax' } },
      { ignore: true },
      { ignore: true },
    ])
    expect(proposedColumns(['fax'], columns)).toEqual([{ ignore: true }])
  })

  it('leaves out the reasons for which rows were left out before', () => {
    expect(proposedColumns(['Left out because', 'name'], columns)).toEqual([{ ignore: true }, { to: 'name' }])
  })
})
