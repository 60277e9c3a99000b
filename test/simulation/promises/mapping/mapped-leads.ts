import { addressesOfOthers, type KnownBody, type KnownLead } from '../../model/mapping/mapped-table.ts'
import type { Promised } from '../promise.ts'

/** The age of held bodies up to which they are compared. The service keeps held bodies for 30 days. */
const storedMs = 29 * 86_400_000

interface Stored {
  readonly ref: string | null
  readonly email: string | null
  readonly phone: string | null
}

export const othersStayOut: Promised = {
  promise:
    'No record gets the address of the seller’s side or of the organization itself as that of its person',
  when: 'always',
  holds: async ({ model, rows }) => {
    const others = new Set<string>([...Object.values(addressesOfOthers), model.ownersAddress])
    for (const { name } of model.senders) others.add(`${name.replace(' ', '')}@sender.example.org`)
    const violations: string[] = []
    let compared = 0
    for (const { table, bodies } of model.mappedTables) {
      if (bodies.length === 0) continue
      const records = await rows<Stored>(recordsOf, [table.id])
      compared += records.length
      for (const { ref, email } of records)
        if (email !== null && others.has(email)) violations.push(`"${ref}" in ${table.name} has ${email}`)
    }
    return { compared, violations }
  },
}

export const bodiesStay: Promised = {
  promise:
    'Every accepted body is held until its people are in the table with their addresses or phone numbers, or a user discards it',
  when: 'always',
  holds: async ({ model, rows, clock }) => {
    const violations: string[] = []
    let compared = 0
    for (const { table, bodies } of model.mappedTables) {
      if (bodies.length === 0 || !table.bin.mustBeStored(clock.latest)) continue
      const records = new Map(
        (await rows<Stored>(recordsOf, [table.id])).map((stored) => [stored.ref, stored]),
      )
      const held = await rows<{ requestId: string }>(heldIn, [table.id])
      const requestIds = new Set(held.map(({ requestId }) => requestId))
      // A body that is already held is not held a second time, so its repeat waits with it.
      const waiting = new Set(
        bodies.filter(({ requestId }) => requestIds.has(requestId)).map(({ lists }) => lists),
      )
      for (const body of bodies) {
        const isOld = clock.now().getTime() - body.sentAt.getTime() > storedMs
        compared++
        const fault = faultOf(body, records, isOld || waiting.has(body.lists))
        if (fault !== null) violations.push(`${body.requestId} (${body.kind}) ${fault}`)
      }
    }
    return { compared, violations }
  },
}

const recordsOf = `select data ->> 'ref' as ref, data ->> 'email' as email, data ->> 'phone' as phone
  from records where data_table_id = $1`

const heldIn = `select request_id as "requestId" from arrivals
  where data_table_id = $1 and status in ('held', 'received') and body is not null`

/** Returns the fault of a body in words. The records of a body come from one of its lists. */
function faultOf(
  { lists, isAccepted, mayBeDiscarded }: KnownBody,
  records: ReadonlyMap<string | null, Stored>,
  isWaiting: boolean,
): string | null {
  const inTable = lists.filter((list) => list.some(({ ref }) => records.has(ref)))
  if (inTable.length > 1) return 'was added from two of its lists'
  for (const lead of inTable.flat()) {
    const record = records.get(lead.ref)
    if (record !== undefined && !isIdentified(lead, record))
      return `was added without the address or phone number of "${lead.ref}"`
  }
  if (isWaiting || mayBeDiscarded || !isAccepted) return null
  const [list] = inTable
  if (list === undefined) return 'is neither in the table nor held'
  const missing = list.find(({ ref }) => !records.has(ref))
  return missing === undefined ? null : `was deleted, although "${missing.ref}" is not in the table`
}

function isIdentified({ email, phone }: KnownLead, record: Stored): boolean {
  if (email !== null) return record.email === email
  return digitsOf(record.phone ?? '') === digitsOf(phone)
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
