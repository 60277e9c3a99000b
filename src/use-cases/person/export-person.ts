import type { Requester } from '../../domain/account/requester.ts'
import { visibleStatusOf } from '../../domain/arrival/arrival-status.ts'
import { DomainError } from '../../domain/errors.ts'
import { type ArrivalOfPerson, bodyOfPerson } from '../../domain/person/erased-arrival.ts'
import type { ExportedArrival, ExportedTable, PersonExport } from '../../domain/person/person-export.ts'
import type { PersonQuery } from '../../domain/person/person-query.ts'
import { wordsOfPerson } from '../../domain/person/recognition.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PersonDigests } from '../../ports/contact/contact-rules.ts'
import type { PersonRecord, PersonStore } from '../../ports/person/people.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import type { ArrivalsOfPerson } from './arrivals-of-person.ts'
import { identifyPeople, identityText } from './identify-people.ts'

export interface ExportPersonCommand extends Requester {
  readonly sought: PersonQuery
}

/** Exports everything stored about a person. The audit entry is written before any data is returned. */
export class ExportPerson {
  readonly #unitOfWork: UnitOfWork
  readonly #people: PersonStore
  readonly #arrivals: ArrivalsOfPerson
  readonly #digests: PersonDigests
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    people: PersonStore,
    arrivals: ArrivalsOfPerson,
    digests: PersonDigests,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#people = people
    this.#arrivals = arrivals
    this.#digests = digests
    this.#clock = clock
  }

  async execute({ organizationId, sought, by }: ExportPersonCommand): Promise<PersonExport> {
    const organization = await this.#unitOfWork.run((tx) => tx.organizations.lock(organizationId))
    if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
    const people = await identifyPeople(this.#people, organizationId, sought)
    for (const person of people) {
      const name = await this.#digests.of(organizationId, identityText(person))
      const subject = { kind: 'person', id: null, name } as const
      await this.#unitOfWork.run((tx) =>
        tx.audit.add({ action: 'person.exported', organizationId, by, subject }),
      )
    }
    const records = new Map<string, PersonRecord>()
    const arrivals = new Map<string, ExportedArrival>()
    const withBin = { withBin: true }
    for (const person of people) {
      const found =
        person.address === null
          ? this.#people.recordsHaving(organizationId, person.value.column, person.value.text, withBin)
          : this.#people.recordsOf(organizationId, person.address, withBin)
      for await (const chunk of found)
        for (const personRecord of chunk)
          records.set(`${personRecord.dataTableId} ${personRecord.recordId}`, personRecord)
      // Collects the parts of stored request bodies that are about a person. The search by address and the
      // search by column value may find different parts of a body. Both are exported; equal parts only once.
      for await (const arrivalOfPerson of this.#arrivals.of(organizationId, person))
        for (const arrival of exported(arrivalOfPerson))
          arrivals.set(`${arrival.id} ${arrival.body}`, arrival)
    }
    const own = [...records.values()]
    const tables = byTable(own)
    const [first] = people
    const address = first?.address ?? null
    const words = first === undefined ? null : wordsOfPerson(first)
    const traces = await this.#people.tracesOf({ organizationId, address, words, records: own })
    return { at: this.#clock.now(), email: address, tables, arrivals: [...arrivals.values()], ...traces }
  }
}

function byTable(records: readonly PersonRecord[]): ExportedTable[] {
  return [...Map.groupBy(records, ({ dataTableId }) => dataTableId)].map(([dataTableId, own]) => ({
    dataTableId,
    name: own[0]?.tableName ?? '',
    records: own.map(({ recordId, arrival: { at, requestId }, data }) => ({
      id: recordId,
      createdAt: at,
      requestId,
      data,
    })),
  }))
}

function exported(arrivalOfPerson: ArrivalOfPerson): ExportedArrival[] {
  const { id, dataTableId, receivedAt, status } = arrivalOfPerson.arrival
  const body = bodyOfPerson(arrivalOfPerson)
  if (body === null) return []
  const { contentType, contentEncoding, bytes } = body
  const text = Buffer.from(bytes).toString(contentEncoding === null ? 'utf8' : 'base64')
  return [
    {
      id,
      dataTableId,
      receivedAt,
      status: visibleStatusOf(status),
      contentType,
      contentEncoding,
      body: text,
    },
  ]
}
