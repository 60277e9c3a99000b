import { isBlank } from '../mapping/decoded.ts'
import type { Path } from '../mapping/path.ts'
import type { CandidateValues } from './candidate-values.ts'
import { conceptOf, wordsOfName } from './names.ts'

/** Returns whether the name of a place stands for a person's full, first or last name. */
export function isNamePlace({ concept }: Pick<CandidateValues, 'concept'>): boolean {
  return concept === 'name' || concept === 'firstName' || concept === 'lastName'
}

/**
 * The part of a body that is about the person: the object or the list of answers that contains the address.
 */
export class PersonPart {
  readonly #address: CandidateValues | undefined
  readonly #part: Path | null
  /** The number of different addresses in the records. */
  readonly #people: number

  constructor(places: readonly CandidateValues[]) {
    const own = places.filter(({ candidate }) => candidate.names.every(({ weight }) => weight >= 0.9))
    this.#address =
      own.find(({ kind }) => kind === 'email') ??
      own.find(({ concept }) => concept === 'email') ??
      own.find(({ kind, concept }) => kind === 'phone' || concept === 'phone')
    this.#part = this.#address === undefined ? null : holderOf(this.#address.candidate.path)
    this.#people = differentIn(this.#address?.values ?? [])
  }

  /**
   * Returns whether a place is in the part of a body that is about the person. If the body contains no address,
   * every place counts as in that part.
   */
  holds({ candidate }: CandidateValues): boolean {
    const part = this.#part
    if (part === null) return true
    const holder = holderOf(candidate.path)
    return part.every((segment, at) => segment === holder[at])
  }

  /**
   * Returns whether a place has the same value for different people, as the name of a form has. A place with
   * one value for all people names no person.
   */
  isConstant({ values }: CandidateValues): boolean {
    return this.#people > 1 && values.length > 1 && !values.some(isBlank) && differentIn(values) === 1
  }
}

function differentIn(values: CandidateValues['values']): number {
  return new Set(values.filter((value) => !isBlank(value)).map((value) => JSON.stringify(value))).size
}

/**
 * Returns the path to the object that contains a place of a record, without keys that contain only the
 * address, such as `emails` or `value`.
 */
function holderOf(path: Path): Path {
  const list = path.findIndex((segment) => typeof segment !== 'string')
  const isWrapped = list === -1 && path.at(-1) === 'value'
  let end = list === -1 ? path.length - (isWrapped ? 2 : 1) : list
  while (end > 0 && isContact(path[end - 1])) end--
  return path.slice(0, Math.max(0, end))
}

function isContact(segment: Path[number] | undefined): boolean {
  const concept = typeof segment === 'string' ? conceptOf(wordsOfName(segment)) : null
  return concept === 'email' || concept === 'phone'
}
