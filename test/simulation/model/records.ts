import { daysInBin } from '../../../src/domain/bin/bin-entry.ts'
import type { Cell, DataRecord } from '../../../src/domain/record-cells.ts'
import type { Moments } from './moments.ts'
import { Register } from './register.ts'

/** Stands for a cell's value that the simulator cannot know from outside the service, such as after an erasure. */
export const anything = Symbol('anything')
export type KnownCell = Cell | typeof anything

/**
 * The cells that simulated records should have, and whether each record still exists, by the names of the
 * records.
 */
export class KnownRecords {
  readonly #moments: Moments
  readonly #sent = new Map<string, DataRecord>()
  readonly #formerAddresses = new Map<string, readonly string[]>()
  readonly #cells = new Map<string, Register<KnownCell>>()
  readonly #presence = new Map<string, Register<boolean>>()

  /** The time at which each record was last deleted, by the simulator's name of the record. */
  readonly deletedAt = new Map<string, Date>()
  /** The records that were erased or deleted permanently, so that they may be stored nowhere. */
  readonly mayBeLost = new Set<string>()

  /** The stored records that erasures have deleted since the last restore of a backup. */
  readonly erased: { readonly tableId: string; readonly id: string }[] = []

  constructor(moments: Moments) {
    this.#moments = moments
  }

  /** Records the cells that a simulated request sends for a new record. */
  add(ref: string, record: DataRecord): void {
    this.#sent.set(ref, record)
  }

  /** Records that the request of a record omits a cell, so that a new record has none. */
  omit(ref: string, column: string): void {
    const { [column]: _omitted, ...sent } = this.#sent.get(ref) ?? {}
    this.#sent.set(ref, sent)
  }

  /** Records that a record has got the address of another person. */
  readdress(ref: string, email: string): void {
    this.#formerAddresses.set(ref, [...this.formerAddressesOf(ref), this.addressOf(ref)])
    this.#sent.set(ref, { ...this.#sent.get(ref), email })
  }

  /** Returns the address of a record in lower case, in which the service compares addresses. */
  addressOf(ref: string): string {
    return String(this.#sent.get(ref)?.['email'] ?? '').toLowerCase()
  }

  /** Returns the addresses that a record had before its address was edited, in lower case. */
  formerAddressesOf(ref: string): readonly string[] {
    return this.#formerAddresses.get(ref) ?? []
  }

  columnsOf(ref: string): readonly string[] {
    return Object.keys(this.#sent.get(ref) ?? {})
  }

  /** Returns the simulator's names of the records with the address of one person. */
  of(address: string): readonly string[] {
    return [...this.#sent.keys()].filter((ref) => this.addressOf(ref) === address)
  }

  /** Returns all addresses at work that a record, or another one of the same person, may ever have had. */
  workAddressesOf(ref: string): readonly string[] {
    const refs = [ref, ...this.of(this.addressOf(ref))]
    const cells = refs.flatMap((one) => this.cell(one, 'work_email').ever())
    return cells.filter((cell) => typeof cell === 'string')
  }

  /** Returns the record and the column of each edited cell whose text may contain an address. */
  mentioning(address: string): readonly (readonly [ref: string, column: string])[] {
    return [...this.#cells].flatMap(([name, cell]) => {
      const [ref = '', column = ''] = name.split(' ')
      return cell
        .possible()
        .some((value) => typeof value === 'string' && value.toLowerCase().includes(address))
        ? [[ref, column] as const]
        : []
    })
  }

  cell(ref: string, column: string): Register<KnownCell> {
    const name = `${ref} ${column}`
    const known = this.#cells.get(name)
    if (known !== undefined) return known
    const register = new Register<KnownCell>(this.#moments, this.#sent.get(ref)?.[column] ?? null)
    this.#cells.set(name, register)
    return register
  }

  /** Returns the simulator's knowledge of whether an acknowledged record still exists. */
  presence(ref: string): Register<boolean> {
    const known = this.#presence.get(ref)
    if (known !== undefined) return known
    const register = new Register(this.#moments, true)
    this.#presence.set(ref, register)
    return register
  }

  mayBeThere(ref: string): boolean {
    return this.#presence.get(ref)?.possible().includes(true) ?? true
  }

  mustBeThere(ref: string): boolean {
    return this.#presence.get(ref)?.possible().every(Boolean) ?? true
  }

  /** Returns whether a deleted record must still be in the bin, unless it was restored. */
  mustBeKept(ref: string, now: Date): boolean {
    const deletedAt = this.deletedAt.get(ref)?.getTime() ?? now.getTime()
    return !this.mayBeLost.has(ref) && now.getTime() < deletedAt + daysInBin * 86_400_000
  }

  /** Records that no call is running and no message is being sent, so the cells that calls have set now hold. */
  settle(): void {
    for (const register of [...this.#cells.values(), ...this.#presence.values()]) register.settle()
  }
}
