/** An event as a receiver or a reader of the events scenario gets it. */
export interface TakenEvent {
  readonly id: string
  readonly type: string
  readonly object: { readonly type: string; readonly id: string }
}

/** A receiver or a reader of events in the events scenario. */
export interface Followed {
  readonly name: string
  readonly taken: TakenEvents
}

/** The events that a receiver or reader of the events scenario has got. */
export class TakenEvents {
  /** The ids of the objects that the events are about, with the number of times that each was told. */
  readonly objects = new Map<string, number>()
  /** The number of events that had the id of an earlier event and another content. */
  changed = 0
  readonly #contents = new Map<string, string>()

  add(events: readonly TakenEvent[]): void {
    for (const { id, type, object } of events) {
      if (object.type !== 'record') continue
      this.objects.set(object.id, (this.objects.get(object.id) ?? 0) + 1)
      const content = `${type} ${object.id}`
      if ((this.#contents.get(id) ?? content) !== content) this.changed++
      this.#contents.set(id, content)
    }
  }

  /** The largest id of an event so far, which sorts like the numbers of events. */
  get lastId(): string {
    return [...this.#contents.keys()].reduce((last, id) => (id > last ? id : last), '')
  }

  /** The number of times that an event was told again, whether under its id or under another one. */
  get again(): number {
    return [...this.objects.values()].reduce((sum, times) => sum + times, 0) - this.objects.size
  }
}
