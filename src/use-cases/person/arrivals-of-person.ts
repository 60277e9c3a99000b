import type { StoredArrival } from '../../domain/arrival/arrival.ts'
import type { NamedMapping } from '../../domain/arrival/delivery/delivery-reading.ts'
import type { Decoding } from '../../domain/arrival/mapping/decoded.ts'
import { rootOfDelivery } from '../../domain/arrival/mapping/map-delivery.ts'
import { DomainError } from '../../domain/errors.ts'
import { attemptOptimistically } from '../../domain/optimistic.ts'
import { doInParts } from '../../domain/parts.ts'
import {
  type ArrivalOfPerson,
  erasureRootOf,
  isNamedIn,
  withoutPersonIn,
} from '../../domain/person/erased-arrival.ts'
import type { PersonIdentity } from '../../domain/person/person-query.ts'
import { recognitionOf } from '../../domain/person/recognition.ts'
import type { ArrivalStore } from '../../ports/arrival/arrivals.ts'
import type { BodyDecoder } from '../../ports/arrival/body-decoder.ts'
import type { MappingStore } from '../../ports/arrival/mappings.ts'
import type { PersonRules } from '../../ports/table/data-tables.ts'
import type { Timers } from '../../ports/timers.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/**
 * The rules of the table to which a stored request body was sent, with the mappings that may read it. The rules are
 * null if the request named no existing table. A table in the bin exists, because it can be restored.
 */
interface TableOfBody {
  readonly rules: PersonRules | null
  readonly mappings: readonly NamedMapping[]
}

/** The time in milliseconds after which the reading of bodies lets other requests run. */
const maxPartMs = 8

const interrupted =
  'The erasure is not complete: other requests changed a held body of the person at each attempt. Repeat the call to complete it'

/** Finds a person in the stored bodies of requests, and removes the person's parts from them. */
export class ArrivalsOfPerson {
  readonly #arrivals: ArrivalStore
  readonly #decoder: BodyDecoder
  readonly #mappings: MappingStore
  readonly #unitOfWork: UnitOfWork
  readonly #timers: Timers

  constructor(
    arrivals: ArrivalStore,
    decoder: BodyDecoder,
    mappings: MappingStore,
    unitOfWork: UnitOfWork,
    timers: Timers,
  ) {
    this.#arrivals = arrivals
    this.#decoder = decoder
    this.#mappings = mappings
    this.#unitOfWork = unitOfWork
    this.#timers = timers
  }

  /** Yields the stored bodies that name a person. Ends early once `isLate` returns true. */
  async *of(
    organizationId: string,
    person: PersonIdentity,
    isLate: () => boolean = () => false,
  ): AsyncIterable<ArrivalOfPerson> {
    let partBegunAt = this.#timers.elapsedMs()
    for await (const found of this.#arrivals.withBodies(organizationId)) {
      // Queries each table once per chunk of bodies, because an organization keeps up to hundreds of
      // thousands of bodies.
      const tables = new Map<string | null, TableOfBody>()
      for (const arrival of found) {
        if (isLate()) return
        if (this.#timers.elapsedMs() - partBegunAt > maxPartMs) {
          await this.#timers.yieldToOthers()
          partBegunAt = this.#timers.elapsedMs()
        }
        const { dataTableId } = arrival
        const table = tables.get(dataTableId) ?? (await this.#tableOf(arrival))
        tables.set(dataTableId, table)
        const arrivalOfPerson = await this.#read(arrival, table, person)
        if (arrivalOfPerson !== null) yield arrivalOfPerson
      }
    }
  }

  /**
   * Removes the person from stored bodies and returns the number of changed bodies. Parts about other people
   * stay if they can be separated. Throws OVERLOADED if other requests change a body during each attempt.
   */
  async erase(organizationId: string, person: PersonIdentity): Promise<number> {
    let erased = 0
    for await (const arrivalOfPerson of this.of(organizationId, person))
      if (await this.#erase(arrivalOfPerson, person)) erased++
    return erased
  }

  async #erase(first: ArrivalOfPerson, person: PersonIdentity): Promise<boolean> {
    const { organizationId, id } = first.arrival
    return attemptOptimistically<ArrivalOfPerson, boolean>({
      first,
      look: async () => {
        const present = await this.#arrivals.find(organizationId, id)
        if (present === null) return { result: false }
        const arrivalOfPerson = await this.#read(present, await this.#tableOf(present), person)
        return arrivalOfPerson === null ? { result: false } : { state: arrivalOfPerson }
      },
      attempt: async (arrivalOfPerson) =>
        (await this.#replace(arrivalOfPerson.arrival, withoutPersonIn(arrivalOfPerson))) ? true : null,
      giveUp: () => {
        throw new DomainError('OVERLOADED', { message: interrupted })
      },
    })
  }

  #replace(arrival: StoredArrival, rest: StoredArrival | null): Promise<boolean> {
    return this.#unitOfWork.run((tx) => tx.arrivals.replace(arrival, rest))
  }

  async #tableOf({ organizationId, dataTableId }: StoredArrival): Promise<TableOfBody> {
    if (dataTableId === null) return { rules: null, mappings: [] }
    const rules = await this.#unitOfWork.run((tx) => tx.dataTables.personRulesOf(organizationId, dataTableId))
    return { rules, mappings: rules === null ? [] : await this.#mappings.of(dataTableId) }
  }

  /**
   * Decodes the body of an arrival and finds its records. Returns null if the arrival does not name the person.
   */
  async #read(
    arrival: StoredArrival,
    { rules, mappings }: TableOfBody,
    person: PersonIdentity,
  ): Promise<ArrivalOfPerson | null> {
    const { body } = arrival
    const knownBy = recognitionOf(person, rules?.defaultCountry ?? null)
    const decoding: Decoding = body === null ? { decoded: null, fault: null } : this.#decoder.decode(body)
    if (!isNamedIn({ arrival, decoding, knownBy })) return null
    const isMapped = decoding.fault === null && mappings.length > 0
    const present = isMapped
      ? await doInParts(rootOfDelivery(mappings, decoding.decoded), () => this.#timers.yieldToOthers())
      : null
    const root = erasureRootOf(arrival, present)
    return { arrival, decoding, partition: { root, match: rules?.match ?? null }, knownBy }
  }
}
