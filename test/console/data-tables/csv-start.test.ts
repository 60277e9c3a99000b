import { describe, expect, it } from '@jest/globals'
import { startOf } from '../../../console/src/pages/data-tables/import/csv-start.ts'

const read = (csv: string) => startOf(new File([csv], 'leads.csv'))
const linesOf = (rows: readonly { readonly line: number }[]) => rows.map(({ line }) => line)

describe('the start of a file', () => {
  it('counts its rows, and the lines on which they end, past empty lines and breaks within cells', async () => {
    const { rows, rowCount, ragged } = await read('name,note\r\nAda,"two\r\nlines"\r\n\r\nGrace,one\r\n')
    expect([linesOf(rows), rowCount, ragged]).toEqual([[3, 5], 2, []])
  })

  it('names rows whose cells are fewer or more than the header’s, however far down', async () => {
    const good = 'Ada,1\n'.repeat(20)
    const { rows, ragged } = await read(`name,phone\n${good}Grace\n${good}Linus,1,2\n`)
    expect(rows).toHaveLength(10)
    expect(ragged).toEqual([
      { line: 22, cells: ['Grace'] },
      { line: 43, cells: ['Linus', '1', '2'] },
    ])
  })

  it('does not say how many rows there are where it has not read them all, nor judge one that is cut off', async () => {
    const { rowCount, ragged } = await read(`name,phone\n${'Ada Lovelace,12345\n'.repeat(5_000)}`)
    expect([rowCount, ragged]).toEqual([null, []])
  })
})
