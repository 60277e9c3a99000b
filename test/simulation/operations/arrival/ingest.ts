import { digest } from '../../../../src/adapters/security/secret.ts'
import type { DataRecord } from '../../../../src/domain/table/cell.ts'
import { IngestRecords } from '../../../../src/use-cases/arrival/ingest-records.ts'
import type { KnownTable } from '../../model/known-table.ts'
import type { Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

/** How many people there are: few, so that they come again and again. */
const people = 9

export const ingest = operation({
  name: 'ingest',
  weight: 8,
  draw: (random) => ({
    table: random.below(6),
    people: Array.from({ length: random.between(1, 4) }, () => random.below(people)),
    by: random.pick(['key', 'url']),
    /** How often the sender sends it with one idempotency key; 0 for once and without a key. */
    repeats: random.pick([0, 0, 1, 2]),
  }),
  run: async (simulation, { table: number, people: who, by, repeats }) => {
    const table = named(simulation.model.tables, number)
    if (table === null) return
    const records = who.map((person) => recordOf(simulation, person))
    const refs = records.map(({ ref }) => String(ref))
    const key = repeats === 0 ? null : `key-${refs[0]}`
    for (let sent = 0; sent < Math.max(repeats, 1); sent++) {
      await send(simulation, { table, records, refs, by, key })
    }
  },
})

interface Sending {
  readonly table: KnownTable
  readonly records: readonly DataRecord[]
  readonly refs: readonly string[]
  readonly by: string
  readonly key: string | null
}

async function send(simulation: Simulation, { table, records, refs, by, key }: Sending): Promise<void> {
  const { demo } = simulation
  const credential =
    by === 'key'
      ? { kind: 'apiKey' as const, digest: digest(demo.apiKey) }
      : { kind: 'ingestToken' as const, digest: table.tokenDigest }
  const words = `ingest ${refs.join(' ')} into ${table.name} by ${by}${key === null ? '' : `, ${key}`}`
  const ended = await simulation.call(words, (api) =>
    api.get(IngestRecords).execute({
      credential,
      dataTableId: by === 'key' ? table.id : null,
      records,
      idempotency: key === null ? null : { key, fingerprint: refs.join() },
      requestId: '',
    }),
  )
  table.noteSent(refs, ended.kind)
  if (ended.kind === 'answered' && !ended.value.replayed && ended.value.answer.inserted !== refs.length)
    simulation.fault(`${words}: answered ${ended.value.answer.inserted} records`)
}

export function recordOf(simulation: Simulation, person: number): DataRecord {
  const ref = simulation.model.nextRecord()
  return {
    ref,
    email: `person${person}@example.com`,
    name: `Person ${person}`,
    city: person % 2 === 0 ? 'Berlin' : 'Paris',
    day: '2026-11-20',
  }
}
