/** What one transaction writes; each write leaves its undoing behind, for when it fails. */
export class Writes {
  readonly undo: (() => void)[] = []

  put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    const before = map.get(key)
    this.undo.push(() => (before === undefined ? map.delete(key) : map.set(key, before)))
    map.set(key, value)
  }

  drop<Key, Value>(map: Map<Key, Value>, key: Key): void {
    const before = map.get(key)
    if (before === undefined) return
    this.undo.push(() => map.set(key, before))
    map.delete(key)
  }

  /** The last first. */
  takeBack(): void {
    for (const step of this.undo.toReversed()) step()
  }
}
