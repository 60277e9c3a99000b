import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { DriverProcess } from '../support/driver-process.ts'

/**
 * The first words of lines that each bench must print, with the least number of figures in each line. The order
 * of the benches matters: `trigger` leaves jobs that no runtime works on, so benches that wait for their own
 * jobs come before it.
 */
const promised: Readonly<Record<string, readonly (readonly [line: string, figures: number])[]>> = {
  runtime: [
    ['graphile-worker, unbatched', 3],
    ['graphile-worker, batched', 4],
    ['slices, 1 process', 7],
    ['once per person, 1 process', 7],
    ['two senders with limits', 4],
    ['during a large job', 4],
    ['trigger to its first message', 4],
  ],
  import: [
    ['  rows per second', 1],
    ['  bare statements', 2],
    ['  during an import', 3],
    ['rows counted', 2],
  ],
  arrivals: [
    ['mapped, single, 64 clients', 8],
    ['mapped, batches of 100, 16 clients (rows)', 8],
    ['held, single, 64 clients', 8],
    ['mapped, single, 64 clients, half load', 7],
    ['mapped, batches of 100, 16 clients (rows), half load', 7],
    ['held, single, 64 clients, half load', 7],
    ['before', 6],
    ['after 192', 6],
  ],
  ingest: [
    ['single, 16 clients', 8],
    ['single, 64 clients', 8],
    ['batches of 500, 8 clients (rows)', 8],
    ['Idempotency-Key against none, 64 clients', 8],
    ['rows acknowledged', 3],
    ['new keys, single, 64 clients', 8],
    ['updates, single, 64 clients', 8],
    ['new keys, batches of 500, 8 clients (rows)', 8],
    ['updates, batches of 500, 8 clients (rows)', 8],
  ],
  hostile: [
    ['a preview of eight rows, filters that never end', 6],
    ['200 fuzzed requests', 6],
    ['where there are few', 2],
    ['beside 100 new ones, not analyzed', 3],
  ],
  trigger: [
    ['triggers of one spinner, 16 clients', 8],
    ['triggers of one spinner, 64 clients', 8],
    ['with one record, 64 clients', 8],
    ['by one id, 64 clients', 8],
    ['triggers acknowledged', 2],
  ],
  size: [
    ['10,000 mails a day', 6],
    ['10⁸ waiting recipients', 6],
  ],
}

let bench: DriverProcess

beforeAll(async () => {
  bench = new DriverProcess('bench', ...Object.keys(promised))
  await bench.exit
}, 600_000)
afterAll(async () => {
  // Ends the tested bench even if the hook above has exceeded its time limit.
  bench.signal('SIGTERM')
  await bench.exit
  bench.remove()
})

it.each(Object.entries(promised))('npm run bench -- %s prints its figures', (name, lines) => {
  const [, printed = ''] = bench.output.split(new RegExp(`^bench: ${name}$`, 'm'))
  const [own = ''] = printed.split(/^bench: /m)
  expect(own).not.toMatch(/NaN|Infinity|undefined|null/)
  for (const [start, figures] of lines) {
    const line = own.split('\n').find((candidate) => candidate.startsWith(start))
    const found = line?.slice(start.length).match(/\d[\d,.]*/g) ?? []
    expect({ start, figures: found.length >= figures ? figures : found }).toEqual({ start, figures })
  }
})

it('the benches run to their end and leave nothing behind', async () => {
  expect([await bench.exit, bench.errors]).toEqual([0, ''])
  expect(bench.left()).toEqual([])
})
