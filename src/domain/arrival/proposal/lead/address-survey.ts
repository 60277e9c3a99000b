import { isRecipientAddress } from '../../../email-address.ts'
import type { WorkInParts } from '../../../parts.ts'
import { type Decoded, type DecodedObject, isList, isObject, isScalar, own } from '../../mapping/decoded.ts'
import { Effort, EffortSpent } from '../../mapping/effort.ts'
import { wordsOfName } from '../names.ts'
import { facetOf } from './facet.ts'
import { holderOf } from './party.ts'

/** An e-mail address somewhere in the bodies, whether or not a mapping can reach it. */
export interface SurveyedAddress {
  /** The keys that lead to the address, without positions in lists. */
  readonly keys: readonly string[]
  /** The addresses of each body at these keys; empty for a body without one. */
  readonly values: readonly ReadonlySet<string>[]
  /** Whether the object that holds the address holds a name too, so that it looks like a person. */
  readonly hasName: boolean
}

/** The addresses of some bodies. If finding them takes too much work, `isComplete` is false. */
export interface AddressSurvey {
  readonly addresses: readonly SurveyedAddress[]
  readonly isComplete: boolean
}

const maxAddresses = 200
const maxSteps = 300_000
const deepest = 16

interface Entry {
  readonly keys: readonly string[]
  readonly values: Set<string>[]
  hasName: boolean
}

/**
 * Finds every e-mail address in some bodies, at any depth. A mapping reaches only some places of a body, and an
 * address at another place may be the lead's.
 */
export function* addressSurvey(bodies: readonly Decoded[]): WorkInParts<AddressSurvey> {
  const effort = new Effort(maxSteps)
  const entries = new Map<string, Entry>()
  const nameKeys = new Map<string, boolean>()
  const named = new Map<Decoded, boolean>()
  let isComplete = true
  try {
    for (const [body, decoded] of bodies.entries()) {
      yield* look(
        { value: decoded, keys: [], holders: [], depth: 0 },
        { body, entries, nameKeys, named, effort },
      )
    }
  } catch (error) {
    if (!(error instanceof EffortSpent)) throw error
    isComplete = false
  }
  const addresses = [...entries.values()].map(({ keys, values, hasName }) => ({
    keys,
    hasName,
    values: bodies.map((_, at) => values[at] ?? new Set<string>()),
  }))
  return { addresses, isComplete: isComplete && entries.size < maxAddresses }
}

interface Looking {
  readonly body: number
  readonly entries: Map<string, Entry>
  readonly nameKeys: Map<string, boolean>
  /** Whether the objects that were examined hold a name. An object may hold thousands of addresses. */
  readonly named: Map<Decoded, boolean>
  readonly effort: Effort
}

interface Spot {
  readonly value: Decoded
  readonly keys: readonly string[]
  /** The object that holds the value, and the object around it, from the inner one. */
  readonly holders: readonly Decoded[]
  readonly depth: number
}

function* look({ value, keys, holders, depth }: Spot, looking: Looking): WorkInParts<void> {
  const { effort, entries } = looking
  effort.spend(1)
  if (effort.isPartOver()) yield
  if (depth > deepest || entries.size >= maxAddresses) return
  if (isList(value)) {
    for (const item of value) yield* look({ value: item, keys, holders, depth: depth + 1 }, looking)
  } else if (isObject(value)) {
    for (const key of Object.keys(value))
      yield* look(
        {
          value: own(value, key) ?? null,
          keys: [...keys, key],
          holders: [value, ...holders.slice(0, 1)],
          depth: depth + 1,
        },
        looking,
      )
  } else if (typeof value === 'string' && isRecipientAddress(value))
    note(value.trim().toLowerCase(), keys, holders, looking)
}

function note(address: string, keys: readonly string[], holders: readonly Decoded[], looking: Looking): void {
  const { body, entries, effort } = looking
  effort.spend(20)
  const id = JSON.stringify(keys)
  const entry = entries.get(id) ?? { keys, values: [], hasName: false }
  entries.set(id, entry)
  entry.values[body] ??= new Set()
  entry.values[body].add(address)
  const around = holderOf(keys).length < keys.length - 1 ? holders : holders.slice(0, 1)
  if (!entry.hasName) entry.hasName = around.some((holder) => holdsName(holder, looking))
}

const maxKeys = 100

function holdsName(holder: Decoded, looking: Looking): boolean {
  const cachedAnswer = looking.named.get(holder)
  if (cachedAnswer !== undefined) return cachedAnswer
  const isNamed = isObject(holder) && hasNameKey(holder, looking)
  looking.named.set(holder, isNamed)
  return isNamed
}

function hasNameKey(holder: DecodedObject, { nameKeys, effort }: Looking): boolean {
  return Object.keys(holder)
    .slice(0, maxKeys)
    .some((key) => {
      effort.spend(2)
      if (!isScalar(own(holder, key))) return false
      const cachedAnswer = nameKeys.get(key)
      if (cachedAnswer !== undefined) return cachedAnswer
      effort.spend(20)
      const facet = facetOf(wordsOfName(key))?.facet
      const isName = facet === 'name' || facet === 'firstName' || facet === 'lastName'
      nameKeys.set(key, isName)
      return isName
    })
}
