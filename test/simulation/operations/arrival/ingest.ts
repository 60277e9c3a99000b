import { digest } from '../../../../src/adapters/security/secret.ts'
import type { DataRecord } from '../../../../src/domain/record-cells.ts'
import { IngestRecords } from '../../../../src/use-cases/arrival/ingest-records.ts'
import type { KnownTable } from '../../model/known-table.ts'
import { addressOf, peopleCount, spelled, workAddressOf } from '../../model/people.ts'
import type { Ended, Simulation } from '../../run/simulation.ts'
import { named, operation } from '../operation.ts'

export const ingest = operation({
  name: 'ingest',
  weight: 8,
  draw: (random) => ({
    table: random.below(6),
    people: Array.from({ length: random.between(1, 5) }, () => random.below(peopleCount)),
    by: random.pick(['key', 'url']),
    /**
     * The number of identical ingest requests that are sent with one idempotency key; 0 for one request without
     * a key.
     */
    repeats: random.pick([0, 0, 1, 2]),
  }),
  run: async (simulation, { table: number, people: who, by, repeats }) => {
    const table = named(simulation.model.tables, number)
    if (table !== null) await ingestRecords(simulation, table, who, { by, repeats })
  },
})

interface Branch {
  readonly by: string
  readonly repeats: number
  /** The secret of the key; null for the first key of the organization. */
  readonly secret?: string | null
}

/**
 * Ingests a new record of each simulated person, once or as repeated requests with one idempotency key. Returns the end
 * of the last request.
 */
export async function ingestRecords(
  simulation: Simulation,
  table: KnownTable,
  people: readonly number[],
  { by, repeats, secret = null }: Branch,
): Promise<Ended<unknown>> {
  const records = people.map((person) => recordOf(simulation, table, person))
  const refs = records.map(({ ref }) => String(ref))
  const key = repeats === 0 ? null : `key-${refs[0]}`
  const sending = { table, records, refs, by, key, secret }
  let ended = await send(simulation, sending)
  for (let sent = 1; sent < repeats; sent++) ended = await send(simulation, sending)
  return ended
}

interface Sending {
  readonly table: KnownTable
  readonly records: readonly DataRecord[]
  readonly refs: readonly string[]
  readonly by: string
  readonly key: string | null
  readonly secret: string | null
}

async function send(
  simulation: Simulation,
  { table, records, refs, by, key, secret }: Sending,
): Promise<Ended<unknown>> {
  const { demo } = simulation
  const credential =
    by === 'key'
      ? { kind: 'apiKey' as const, digest: digest(secret ?? demo.apiKey) }
      : { kind: 'webhookUrl' as const, digest: table.tokenDigest }
  const words = `ingest ${refs.join(' ')} into ${table.name} by ${by}${key === null ? '' : `, ${key}`}`
  const begun = simulation.model.moments.next()
  const isMatched = table.wasMatched
  const ended = await simulation.call(words, (api) =>
    api.get(IngestRecords).execute({
      credential,
      dataTableId: by === 'key' ? table.id : null,
      records,
      idempotency: key === null ? null : { key, fingerprint: refs.join() },
      requestId: '',
    }),
  )
  const sending = { refs, begun, ended: simulation.model.moments.next() }
  const inserted = ended.kind === 'answered' ? ended.value.answer.inserted : 0
  table.noteSent(sending, ended.kind, inserted)
  if (ended.kind === 'answered' && !isMatched && !table.wasMatched && inserted !== refs.length)
    simulation.fault(`${words}: answered ${inserted} records`)
  return ended
}

function cityOf(person: number, ref: string): string {
  if (ref.endsWith('5')) return ''
  return person % 2 === 0 ? 'Berlin' : 'Paris'
}

/** The dates of the records, by their numbers. The cell of one record in five is empty. */
const days = ['2026-11-04', '2026-11-20', '2026-12-15', '2026-11-09', '']

/** Returns a new simulated record of a person for a table, with the present names of the table's columns. */
export function recordOf({ model }: Simulation, table: KnownTable, person: number): DataRecord {
  const ref = model.nextRecord()
  const record = {
    ref,
    email: spelled(addressOf(person), Number(ref.slice(1))),
    name: `Person ${person}`,
    // Some records have an empty cell.
    city: cityOf(person, ref),
    work_email: workAddressOf(person),
    day: days[Number(ref.slice(1)) % days.length] ?? '',
  }
  model.records.add(ref, record)
  model.comes(addressOf(person))
  return table.asSent(record)
}
