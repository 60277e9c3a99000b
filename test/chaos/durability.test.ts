import { expect, it } from '@jest/globals'
import { DriverProcess } from '../support/driver-process.ts'

/** The beginnings of lines that the scenario must print, with two figures each: one for each of its runs. */
const promised = [
  'kills ',
  'serves again, longest, s',
  'records acknowledged',
  'records in the ledger',
  'lost records',
  'records written twice',
  'records written although refused',
]

it('npm run chaos -- durability prints its figures, keeps its promises and leaves nothing behind', async () => {
  const chaos = new DriverProcess('chaos', 'durability')
  try {
    expect([await chaos.exit, chaos.errors]).toEqual([0, expect.not.stringContaining('Error')])
    expect(chaos.output).not.toMatch(/BROKEN|NaN|Infinity|undefined|null/)
    for (const start of promised) {
      const line = chaos.output.split('\n').find((candidate) => candidate.startsWith(start))
      expect({ start, figures: line?.slice(start.length).match(/\d[\d,.]*/g) ?? [] }).toEqual({
        start,
        figures: [expect.any(String), expect.any(String)],
      })
    }
    expect(chaos.left()).toEqual([])
  } finally {
    chaos.signal('SIGTERM')
    await chaos.exit
    chaos.remove()
  }
})
