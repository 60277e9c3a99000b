import type { Path } from '../../../components/arrival/path-text.ts'
import type { Tree } from './body-tree.ts'

/** Returns the values of a parsed body to which a path of a mapping leads. */
export function treesAt(path: Path, from: Tree): readonly Tree[] {
  let trees: readonly Tree[] = [from]
  for (const segment of path) trees = trees.flatMap((tree) => step(segment, tree))
  return trees
}

export function keyOf(tree: Tree, key: string): Tree | undefined {
  return tree.kind === 'object' ? tree.entries.find(([name]) => name === key)?.[1] : undefined
}

function step(segment: Path[number], tree: Tree): readonly Tree[] {
  const items = tree.kind === 'list' ? tree.items : [tree]
  if (typeof segment === 'string') return listed(keyOf(tree, segment))
  if ('index' in segment) return tree.kind === 'list' ? listed(tree.items[segment.index]) : []
  if ('all' in segment) return items
  const { path, equals } = segment.where
  return listed(
    items.find((item) => {
      const [found] = treesAt(path, item)
      return found?.kind === 'scalar' && found.value === String(equals)
    }),
  )
}

function listed(tree: Tree | undefined): readonly Tree[] {
  return tree === undefined ? [] : [tree]
}
