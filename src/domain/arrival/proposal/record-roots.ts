import { type Decoded, isList, isObject, isScalar, own } from '../mapping/decoded.ts'
import { type Path, pathText } from '../mapping/path.ts'
import { sideOf } from './lead/roles.ts'
import { conceptOf, wordsOfName } from './names.ts'

const maxRoots = 8
const deepest = 6
const maxKeys = 100

/**
 * Returns the paths at which the records of some bodies may be: the body itself, and every list of objects
 * that is in all bodies.
 */
export function rootsOf(bodies: readonly Decoded[]): readonly Path[] {
  const roots = new Map<string, { readonly path: Path; bodies: number }>()
  for (const body of bodies) {
    for (const path of rootsIn(body)) {
      const known = roots.get(pathText(path))
      if (known === undefined) roots.set(pathText(path), { path, bodies: 1 })
      else known.bodies++
    }
  }
  return [...roots.values()].filter((root) => root.bodies === bodies.length).map(({ path }) => path)
}

function rootsIn(body: Decoded): readonly Path[] {
  const found: Path[] = []
  // A body that is a list is no record itself: its items are the records, or contain the records.
  if (!isList(body)) found.push([])
  look(body, [], found)
  return found.slice(0, maxRoots)
}

/** Returns whether a list may hold the records: it lists neither addresses of one person nor people of the seller. */
function mayHoldRecords(path: Path): boolean {
  const keys = path.filter((segment) => typeof segment === 'string')
  const concept = conceptOf(wordsOfName(keys.at(-1) ?? ''))
  return concept !== 'email' && concept !== 'phone' && sideOf(keys, null) !== 'seller'
}

function look(value: Decoded, path: Path, found: Path[]): void {
  if (path.length > deepest || found.length >= maxRoots) return
  if (isList(value)) {
    const first = value.find((item) => !isScalar(item))
    // Accepts null among the records of a list: it stands for a record that the erasure of a person removed.
    if (first === undefined || !value.every((item) => item === null || isObject(item))) return
    const items: Path = [...path, { all: true }]
    if (mayHoldRecords(path)) found.push(items)
    look(first, items, found)
  } else if (isObject(value)) {
    for (const key of Object.keys(value).slice(0, maxKeys))
      look(own(value, key) ?? null, [...path, key], found)
  }
}
