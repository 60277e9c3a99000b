/**
 * `Writes` collects the writes of one transaction. Each write stores how to undo it, in case the transaction
 * fails.
 */
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

  /** Undoes all writes of the transaction, the last one first. */
  takeBack(): void {
    for (const step of this.undo.toReversed()) step()
  }
}
