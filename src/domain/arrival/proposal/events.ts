import { type Decoded, type DecodedScalar, isList, isObject, isScalar, own } from '../mapping/decoded.ts'
import { isKindKey } from '../mapping/format.ts'
import type { MappingMatch } from '../mapping/mapping.ts'
import { type Path, pathText } from '../mapping/path.ts'

const maxConditions = 5
const maxValues = 20
const deepest = 4

/**
 * Matches names of events about removed things. Deliveries of these events contain no lead, so a proposed
 * mapping does not match them.
 */
const isGone = /delet|remov|cancel|unsubscri|destroy|purge|archiv|bounc|complain/i

/**
 * Returns conditions on the event and form of bodies, so that a proposed mapping ignores other deliveries of
 * the source. Events about removed things meet no condition.
 */
export function eventsOf(
  bodies: readonly Decoded[],
  root: Path,
  records: readonly Decoded[],
): MappingMatch['where'] {
  const found = new Map<string, { readonly path: Path; readonly values: Set<DecodedScalar>; count: number }>()
  const isWhole = root.length === 0
  for (const body of isWhole ? [] : bodies) look(body, [], found)
  for (const record of records) look(record, root, found)
  return [...found.values()]
    .filter(({ path, count }) => count === (isOf(root, path) ? records.length : bodies.length))
    .map(({ path, values }) => ({ path, in: [...values].filter((value) => !isGone.test(String(value))) }))
    .filter(({ in: values }) => values.length > 0 && values.length <= maxValues)
    .slice(0, maxConditions)
}

function isOf(root: Path, path: Path): boolean {
  return pathText(path.slice(0, root.length)) === pathText(root)
}

function look(
  value: Decoded,
  path: Path,
  found: Map<string, { readonly path: Path; readonly values: Set<DecodedScalar>; count: number }>,
  depth = 0,
): void {
  if (!isObject(value) || depth > deepest) return
  for (const key of Object.keys(value).slice(0, 100)) {
    const inner = own(value, key)
    if (inner === undefined || isList(inner)) continue
    const here: Path = [...path, key]
    if (!isScalar(inner)) look(inner, here, found, depth + 1)
    else if (isKindKey(key, inner)) {
      const known = found.get(pathText(here)) ?? { path: here, values: new Set(), count: 0 }
      known.values.add(inner)
      known.count++
      found.set(pathText(here), known)
    }
  }
}
