/** An edit of a name, which tells the service the revision that its editor saw. */
export interface NameEdit {
  readonly name: string
  readonly base: number
  readonly outcome: 'answered' | 'refused' | 'crashed'
  /** Whether the refusal says that the revision is outdated. */
  readonly isOutdated: boolean
  /** The revisions that were stored before and after the edit. */
  readonly before: number
  readonly after: number
  /** Whether no other operation ran at once. */
  readonly isAlone: boolean
}

/** A spinner or a table with the edits of its name by two editors, who name the revision that they saw. */
export class RevisedThing {
  readonly id: string
  /** The revision that each editor has last seen; null before the first look. */
  readonly seen: (number | null)[] = [null, null]
  #edits: NameEdit[] = []
  #faults: string[] = []

  constructor(id: string) {
    this.id = id
  }

  note(edit: NameEdit): void {
    const fault = this.#faultOf(edit)
    if (fault !== null) this.#faults.push(`${edit.name}: ${fault}`)
    this.#edits.push(edit)
  }

  #faultOf({ base, outcome, isOutdated, before, after, isAlone }: NameEdit): string | null {
    if (outcome === 'answered' && base < before) return `revision ${base} was accepted after ${before}`
    if (
      outcome === 'answered' &&
      this.#edits.some((edit) => edit.outcome === 'answered' && edit.base === base)
    )
      return `two edits of revision ${base} were accepted`
    if (!isAlone || outcome !== 'refused') return null
    if (after !== before) return `the edit was refused and changed revision ${before} to ${after}`
    return isOutdated && base === before ? `revision ${base} was refused as outdated` : null
  }

  /** Returns the names that the service may store now; any name if there are none. */
  get possibleNames(): readonly string[] {
    const answered = this.#edits.filter(({ outcome }) => outcome === 'answered')
    const last = answered.toSorted((edit, other) => edit.base - other.base).at(-1)
    if (last === undefined) return []
    const inDoubt = this.#edits.filter(({ outcome, base }) => outcome === 'crashed' && base >= last.base)
    return [last, ...inDoubt].map(({ name }) => name)
  }

  takeFaults(): readonly string[] {
    return this.#faults.splice(0)
  }

  /** Forgets the edits, because the service has restored a backup with an earlier revision. */
  restored(): void {
    this.#edits = []
  }
}
