import { expect, it } from '@jest/globals'
import { BenchProcess } from './bench-process.ts'

/** Lines that each bench ends with, and how many figures stand in them at least. */
const promised: Readonly<Record<string, readonly (readonly [line: string, figures: number])[]>> = {
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
  trigger: [
    ['triggers of one spinner, 16 clients', 8],
    ['triggers of one spinner, 64 clients', 8],
    ['with one record, 64 clients', 8],
    ['by one id, 64 clients', 8],
    ['triggers acknowledged', 3],
  ],
  runtime: [
    ['graphile-worker, an entry each', 3],
    ['slices, 1 process', 6],
    ['once per person, 1 process', 6],
    ['two senders with limits', 4],
    ['during a large job', 4],
    ['trigger to its first message', 4],
  ],
  rehearsal: [
    ['over the whole audience', 7],
    ['messages', 2],
    ['during a dry run', 3],
  ],
  backlog: [
    ['jobs that wait', 1],
    ['single records, 64 clients', 8],
    ['a sweep, median', 3],
    ['/metrics, median', 3],
  ],
  import: [
    ['  rows per second', 1],
    ['  bare statements', 2],
    ['  during an import', 3],
    ['rows counted', 2],
  ],
  grid: [
    ['filled  four columns and the words', 3],
    ['sorted by number', 6],
  ],
  snapshot: [
    ['single, 64 clients', 4],
    ['single, 16 clients', 4],
    ['batches of 500, 8 clients (rows)', 4],
    ['triggers of one spinner, 16 clients', 4],
    ['requests refused', 1],
  ],
  hostile: [
    ['a preview of eight rows, filters that never end', 6],
    ['200 fuzzed requests', 6],
    ['where there are few', 2],
    ['beside 100 new ones, not analyzed', 3],
  ],
  logins: [
    ['hashes per second, two at once', 1],
    ['logins per second, 16 clients', 2],
  ],
  scale: [
    ['CPU time of this machine', 1],
    ['figures within 15 % of the model', 2],
    ['recipientWithBody', 1],
  ],
  size: [
    ['10,000 mails a day', 6],
    ['10⁸ waiting recipients', 6],
  ],
  durability: [
    ['kill -9 of the service', 4],
    ['kill -9 of its PostgreSQL', 4],
    ['rows acknowledged', 1],
    ['lost rows', 1],
  ],
}

it.each(Object.keys(promised))(
  'npm run bench -- %s runs to its end, prints its figures and leaves nothing behind',
  async (name) => {
    const bench = new BenchProcess(name)
    try {
      expect([await bench.exit, bench.errors]).toEqual([0, ''])
      expect(bench.output).not.toMatch(/NaN|Infinity|undefined|null/)
      const lines = bench.output.split('\n')
      for (const [start, figures] of promised[name] ?? []) {
        const line = lines.find((candidate) => candidate.startsWith(start))
        const found = line?.slice(start.length).match(/\d[\d,.]*/g) ?? []
        expect({ start, figures: found.length >= figures ? figures : found }).toEqual({ start, figures })
      }
      expect(bench.left()).toEqual([])
    } finally {
      bench.remove()
    }
  },
  120_000,
)
