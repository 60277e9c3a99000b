import type { Path } from '../../../components/arrival/path-text.ts'
import type { ArrivalReason } from '../../../components/arrival/reason-words.ts'
import type { Tree } from './body-tree.ts'
import { keyOf, treesAt } from './trees-at.ts'

/**
 * Returns the reasons of an arrival by the value of its body that each is about. `root` is the path of the
 * records in the body, at which the paths of reasons begin. A reason about a missing value belongs to its
 * record; one about the whole body is left out.
 */
export function reasonsAt(
  body: Tree,
  reasons: readonly ArrivalReason[],
  root: Path | null,
): ReadonlyMap<Tree, readonly ArrivalReason[]> {
  const records = recordsIn(body, root)
  const places = new Map<Tree, ArrivalReason[]>()
  for (const reason of reasons) {
    const record = reason.index === undefined ? undefined : records[reason.index]
    const place = placeOf(reason, record, body)
    if (place !== undefined) places.set(place, [...(places.get(place) ?? []), reason])
  }
  return places
}

function placeOf({ path, column }: ArrivalReason, record: Tree | undefined, body: Tree): Tree | undefined {
  if (path !== undefined) {
    for (const from of [record, body]) {
      const [found] = from === undefined ? [] : treesAt(path as Path, from)
      if (found !== undefined) return found
    }
  }
  if (record === undefined) return undefined
  return (column === undefined ? undefined : keyOf(record, column)) ?? record
}

function recordsIn(body: Tree, root: Path | null): readonly Tree[] {
  if (root !== null) return treesAt(root, body)
  const own = keyOf(body, 'records')
  return own?.kind === 'list' ? own.items : [body]
}
